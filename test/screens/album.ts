export interface Picture {
  scene: string
  title: string
  size: string
  theme: string
  /** Beside the album. */
  file: string
  violations: readonly string[]
}

const STYLE = `body{margin:0;padding:2rem;background:#191919;color:#eee;font:16px/1.5 system-ui}
h1{font-size:1.4rem}h2{font-size:1.05rem;margin:2.5rem 0 .5rem}nav{columns:14rem;margin:1rem 0}
a{color:#ffcb70}section div{display:flex;gap:1rem;overflow-x:auto;align-items:start}figure{margin:0}
img{height:30rem;border:1px solid #444;border-radius:.5rem}figcaption{font-size:.8rem;color:#aaa}
.bad{color:#ff9a82;white-space:pre-wrap;max-width:30rem}`

/** One page with all pictures, a row for each scene. */
export function toAlbum(pictures: readonly Picture[]): string {
  const scenes = Map.groupBy(pictures, ({ scene }) => scene)
  const links = [...scenes].map(([scene, [first]]) => `<a href="#${scene}">${first?.title}</a><br>`)
  const rows = [...scenes].map(([scene, taken]) => toRow(scene, taken))
  return `<!doctype html><meta charset="utf-8"><title>Gallery</title><style>${STYLE}</style>
<h1>${pictures.length} pictures of ${scenes.size} scenes</h1><nav>${links.join('\n')}</nav>${rows.join('\n')}`
}

function toRow(scene: string, taken: readonly Picture[]): string {
  const figures = taken.map(
    ({ file, size, theme, violations }) =>
      `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${size}, ${theme}</figcaption>${
        violations.length > 0 ? `<p class="bad">${toText(violations.join('\n'))}</p>` : ''
      }</figure>`,
  )
  return `<section id="${scene}"><h2>${taken[0]?.title} <code>${scene}</code></h2><div>${figures.join('')}</div></section>`
}

const toText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
