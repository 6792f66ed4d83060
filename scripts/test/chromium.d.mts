/** A Chromium to test with: ROADSTEAD_CHROMIUM, else one on the PATH, else Chrome on a Mac. */
export function findChromium(): string | undefined
