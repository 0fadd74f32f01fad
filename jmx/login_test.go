package jmx

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

const password = "secret"

// TestLogin: a readonly role reads and may not invoke; the connection lives on.
func TestLogin(t *testing.T) {
	o := taped(t, "login", Options{Login: Credentials{"monitor", password}})
	c := connect(t, o)
	if strings.HasPrefix(c.Target(), "10.9.9.9") || !strings.HasSuffix(c.Target(), ":21101") {
		t.Errorf("target %s: host of the stub ignored, port kept", c.Target())
	}
	r := c.One(t.Context(), Invoke(StorageService, OpSampleKeyRange))
	if !errors.Is(r.Err, ErrAccessDenied) {
		t.Errorf("invoke: got %v, want ErrAccessDenied", r)
	}
	if r := c.One(t.Context(), Get("test:type=Shapes", "Int")); r.Value != int32(-1) {
		t.Errorf("read after a refusal: %v", r)
	}
}

func TestLoginRefused(t *testing.T) {
	cases := []struct {
		tape  string
		login Credentials
		want  error
	}{
		{"required", Credentials{}, ErrCredentialsRequired},
		{"refused", Credentials{"monitor", "wrong-password"}, ErrBadCredentials},
	}
	for _, c := range cases {
		_, err := Dial(t.Context(), taped(t, c.tape, Options{Login: c.login}))
		if !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", c.tape, err, c.want)
		}
		if strings.Contains(fmt.Sprint(err), "wrong-password") {
			t.Errorf("%s: the error names the password: %v", c.tape, err)
		}
	}
}

// TestPasswordIsNeverPrinted, whatever the verb and wherever it is held.
func TestPasswordIsNeverPrinted(t *testing.T) {
	o := Options{Address: "h:1", Login: Credentials{"monitor", password}}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		for _, v := range []any{o, &o, o.Login, &o.Login} {
			if s := fmt.Sprintf(verb, v); strings.Contains(s, password) || strings.Contains(s, fmt.Sprintf("%x", password)) {
				t.Errorf("%s of %T: %s", verb, v, s)
			}
		}
	}
	quoting := &RemoteError{Class: "java.lang.SecurityException", Message: "no " + password,
		Cause: &RemoteError{Class: "x", Message: "not " + password}}
	if err := o.refused(quoting); strings.Contains(err.Error(), password) || !errors.Is(err, ErrBadCredentials) {
		t.Errorf("a login module that quotes the password: %v", err)
	}
	other := &RemoteError{Class: "java.lang.Error", Message: password}
	if err := o.refused(other); strings.Contains(err.Error(), password) {
		t.Errorf("another exception: %v", err)
	}
}
