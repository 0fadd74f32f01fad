package cqltype

import (
	"errors"
	"fmt"
)

// ErrMalformed marks bytes that are not a value of the type they are read as.
var ErrMalformed = errors.New("malformed value")

// ErrSyntax marks text that is not a type, a literal or a key.
var ErrSyntax = errors.New("syntax error")

// ErrUnknownType marks a CQL type name that is neither native nor a known UDT.
var ErrUnknownType = errors.New("unknown type")

// ErrTooLarge marks input beyond the limits of this package.
var ErrTooLarge = errors.New("over the limit")

func malformed(t Type, format string, args ...any) error {
	return fmt.Errorf("%s: %s: %w", t, fmt.Sprintf(format, args...), ErrMalformed)
}

func syntax(format string, args ...any) error {
	return fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), ErrSyntax)
}
