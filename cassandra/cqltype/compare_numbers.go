package cqltype

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math/big"
)

// compareVarints orders signed integers of any length without converting them.
func compareVarints(a, b []byte) int {
	negativeA, negativeB := a[0]&0x80 != 0, b[0]&0x80 != 0
	if negativeA != negativeB {
		if negativeA {
			return -1
		}
		return 1
	}
	a, b = trimSign(a), trimSign(b)
	if len(a) != len(b) {
		longer := cmp.Compare(len(a), len(b))
		if negativeA {
			return -longer
		}
		return longer
	}
	return bytes.Compare(a, b)
}

// trimSign drops leading bytes that only repeat the sign.
func trimSign(b []byte) []byte {
	for len(b) > 1 && (b[0] == 0 && b[1]&0x80 == 0 || b[0] == 0xff && b[1]&0x80 != 0) {
		b = b[1:]
	}
	return b
}

// compareDecimals is BigDecimal.compareTo. Scales may be billions apart, so
// the powers of ten are only built when the magnitudes are close. The limit is
// that of Decode: the scale does not count.
func compareDecimals(a, b []byte) int {
	if len(a) < 5 || len(b) < 5 || len(a) > maxNumberBytes+4 || len(b) > maxNumberBytes+4 {
		return bytes.Compare(a, b)
	}
	scaleA, scaleB := int64(int32(binary.BigEndian.Uint32(a))), int64(int32(binary.BigEndian.Uint32(b)))
	x, y := twosComplement(a[4:]), twosComplement(b[4:])
	if x.Sign() != y.Sign() || x.Sign() == 0 {
		return cmp.Compare(x.Sign(), y.Sign())
	}
	// The decimal exponent, known to within one digit from the bit length.
	//
	// Without this the decimals 1E+2147483647 and 1, nine bytes together, would ask
	// for a power of ten of two billion digits.
	exponentA, exponentB := decimalDigits(x)-scaleA, decimalDigits(y)-scaleB
	if exponentA > exponentB+2 || exponentB > exponentA+2 {
		return cmp.Compare(exponentA, exponentB) * x.Sign()
	}
	if scaleA < scaleB {
		x.Mul(x, powerOfTen(scaleB-scaleA))
	} else {
		y.Mul(y, powerOfTen(scaleA-scaleB))
	}
	return x.Cmp(y)
}

// decimalDigits estimates the number of decimal digits, at most one off.
func decimalDigits(v *big.Int) int64 {
	return int64(float64(v.BitLen())*0.30102999566398120) + 1
}

func powerOfTen(n int64) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(n), nil)
}
