const SKINS = ['#8d5524', '#c68642', '#e0ac69', '#f1c27d', '#5c3317']
const HAIRS = ['#1c120c', '#3b2314', '#6b3e1f', '#a8763e', '#2b2b33']
const WALLS = ['#274b3f', '#5a2f1d', '#31465a', '#6b4a17', '#4a2c47', '#20373c']

const pick = (from: readonly string[], seed: number): string => from[seed % from.length] ?? ''

/** A drawn face in place of a photo. */
export function toPortrait(seed: number): string {
  const [skin, hair, wall] = [pick(SKINS, seed), pick(HAIRS, seed * 3), pick(WALLS, seed)]
  const isLong = seed % 2 === 0
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="512" height="512">
<rect width="96" height="96" fill="${wall}"/><circle cx="72" cy="18" r="26" fill="#ffd98a" opacity=".18"/>
${isLong ? `<path d="M24 44q0-28 24-28t24 28v40H24Z" fill="${hair}"/>` : ''}
<path d="M12 96q2-26 36-26t36 26Z" fill="${pick(WALLS, seed + 3)}"/>
<path d="M40 58h16v14q-8 8-16 0Z" fill="${skin}"/><ellipse cx="48" cy="44" rx="18" ry="21" fill="${skin}"/>
<path d="M29 42q0-22 19-22t19 22q-6-10-19-12-13 2-19 12Z" fill="${hair}"/>
</svg>`
}

/** A drawn bar in place of its pictures. */
export function toInterior(seed: number): string {
  const bottles = Array.from({ length: 9 }, (_, index) => {
    const height = 60 + ((seed * 31 + index * 47) % 50)
    return `<rect x="${20 + index * 42}" y="${230 - height}" width="22" height="${height}" rx="6" fill="${pick(WALLS, index + seed)}"/>`
  }).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" width="800" height="600">
<rect width="400" height="300" fill="#2a1a10"/><rect y="230" width="400" height="12" fill="#8a5a2b"/>${bottles}
<circle cx="${90 + seed * 40}" cy="40" r="70" fill="#ffd98a" opacity=".35"/><circle cx="${90 + seed * 40}" cy="40" r="14" fill="#fff0c8"/>
</svg>`
}
