// Package themes holds the palettes of the terminal UI, by role and never by colour name: a screen asks for "warn" or
// "bar" and each theme decides what that looks like.
//
// It imports Lip Gloss and the standard library only. It promises that no theme carries meaning by colour alone (signs
// and words do that), that "default" uses the terminal's own sixteen colours on its own background, so that it reads on
// light and dark ones alike, and that painting a text never changes its width.
package themes
