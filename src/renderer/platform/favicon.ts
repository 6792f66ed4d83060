const ground =
  '<rect width="32" height="32" rx="7" fill="#2f5fd0"/>' +
  '<path d="M16 7v17M9 17c0 4 3 7 7 7s7-3 7-7M12.5 12h7" fill="none" stroke="#fff" stroke-width="2.4" ' +
  'stroke-linecap="round"/><circle cx="16" cy="7.5" r="2" fill="none" stroke="#fff" stroke-width="2"/>'

/** The page's icon with a number on it, as a `data:` address; without one, the icon's own. */
export function iconWith(count: number): string {
  if (count <= 0) return '/icon.svg'
  const text = count > 9 ? '9+' : String(count)
  const badge =
    '<circle cx="22" cy="22" r="10" fill="#16181c"/><circle cx="22" cy="22" r="9" fill="#e5ac4f"/>' +
    '<text x="22" y="27" text-anchor="middle" font-family="system-ui, sans-serif" font-weight="700" ' +
    `font-size="${text.length > 1 ? 12 : 14}" fill="#16181c">${text}</text>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${ground}${badge}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** Shows on the tab's icon how many sessions need the person. */
export function setIconCount(count: number): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const address = iconWith(count)
  if (link !== null && link.getAttribute('href') !== address) link.setAttribute('href', address)
}
