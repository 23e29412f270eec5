/**
 * What the frame of diagrams may do: run its own script, and style what it draws. It loads nothing from anywhere, and
 * leads nowhere.
 */
export const framePolicy = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'"
