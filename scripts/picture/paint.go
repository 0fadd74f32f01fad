package main

import (
	"image"
	"image/color"
	"image/draw"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// The geometry of a cell, in pixels, for Go Mono at the given size.
const (
	fontPoints = 15
	cellWidth  = 9
	cellHeight = 19
	baseline   = 14
	margin     = 8
)

var (
	background = color.RGBA{0x14, 0x16, 0x1a, 0xff}
	foreground = color.RGBA{0xd6, 0xd9, 0xde, 0xff}
)

func face(ttf []byte) font.Face {
	parsed, err := opentype.Parse(ttf)
	if err != nil {
		panic(err) // the font is compiled in
	}
	f, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: fontPoints, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		panic(err)
	}
	return f
}

// paint draws every cell: background, then the glyph. Block elements are drawn as rectangles, which no font does without
// gaps.
func paint(screen *vt.SafeEmulator, columns, rows int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, columns*cellWidth+2*margin, rows*cellHeight+2*margin))
	draw.Draw(img, img.Bounds(), image.NewUniform(background), image.Point{}, draw.Src)
	regular, bold := face(gomono.TTF), face(gomonobold.TTF)
	for y := range rows {
		for x := range columns {
			cell := screen.CellAt(x, y)
			if cell == nil {
				continue
			}
			f := regular
			if cell.Style.Attrs&uv.AttrBold != 0 {
				f = bold
			}
			paintCell(img, f, cell, image.Rect(0, 0, cellWidth, cellHeight).Add(image.Pt(margin+x*cellWidth, margin+y*cellHeight)))
		}
	}
	return img
}

func paintCell(img *image.RGBA, f font.Face, cell *uv.Cell, at image.Rectangle) {
	fg, bg := colours(&cell.Style)
	draw.Draw(img, at, image.NewUniform(bg), image.Point{}, draw.Src)
	r, _ := utf8.DecodeRuneInString(cell.Content)
	if block, ok := blockOf(r, at); ok {
		draw.Draw(img, block, image.NewUniform(fg), image.Point{}, draw.Src)
		return
	}
	d := font.Drawer{Dst: img, Src: image.NewUniform(fg), Face: f, Dot: fixed.P(at.Min.X, at.Min.Y+baseline)}
	d.DrawString(cell.Content)
}

// sixteen are the terminal's own colours as a dark terminal of today shows them.
var sixteen = [16]color.RGBA{
	{0x2b, 0x2f, 0x36, 255}, {0xe0, 0x6c, 0x6c, 255}, {0x8f, 0xc3, 0x7a, 255}, {0xe2, 0xb8, 0x5c, 255},
	{0x6d, 0xa8, 0xe8, 255}, {0xc3, 0x8a, 0xd8, 255}, {0x5f, 0xbf, 0xc4, 255}, {0xc8, 0xcc, 0xd2, 255},
	{0x6b, 0x72, 0x7d, 255}, {0xf0, 0x86, 0x86, 255}, {0xa8, 0xd8, 0x92, 255}, {0xf2, 0xcd, 0x78, 255},
	{0x8a, 0xbd, 0xf2, 255}, {0xd5, 0xa5, 0xe6, 255}, {0x7d, 0xd3, 0xd7, 255}, {0xf2, 0xf4, 0xf7, 255},
}

func shown(c, otherwise color.Color) color.Color {
	switch c := c.(type) {
	case nil:
		return otherwise
	case ansi.BasicColor:
		return sixteen[c&15]
	}
	return c
}

func colours(s *uv.Style) (fg, bg color.Color) {
	fg, bg = shown(s.Fg, foreground), shown(s.Bg, background)
	if s.Attrs&uv.AttrFaint != 0 {
		fg = mix(fg, bg)
	}
	if s.Attrs&uv.AttrReverse != 0 {
		fg, bg = bg, fg
	}
	return fg, bg
}

func mix(a, b color.Color) color.Color {
	r1, g1, b1, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	return color.RGBA{uint8((r1*3 + r2*2) / 5 >> 8), uint8((g1*3 + g2*2) / 5 >> 8), uint8((b1*3 + b2*2) / 5 >> 8), 0xff}
}

// blockOf is the rectangle of U+2581 to U+258F: lower eighths, the full block, left eighths.
func blockOf(r rune, at image.Rectangle) (image.Rectangle, bool) {
	switch {
	case r >= 0x2581 && r <= 0x2588:
		at.Min.Y = at.Max.Y - cellHeight*int(r-0x2580)/8
	case r >= 0x2589 && r <= 0x258f:
		at.Max.X = at.Min.X + max(1, cellWidth*int(0x2590-r)/8)
	case r == 0x2500: // horizontal line
		at.Min.Y += cellHeight / 2
		at.Max.Y = at.Min.Y + 1
	case r == 0x2502: // vertical line
		at.Min.X += cellWidth / 2
		at.Max.X = at.Min.X + 1
	default:
		return at, false
	}
	return at, true
}
