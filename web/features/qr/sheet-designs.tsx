import { sheetTexts } from '#contract/texts/sheets.ts'

/** How a sheet looks, each as a sketch of 24 by 32. */
export const DESIGNS = [
  {
    value: 'signboard',
    label: sheetTexts.signboard,
    picture: (
      <Sketch>
        <path d="M2 2h20v3a2 2 0 0 1-4 0 2 2 0 0 1-4 0 2 2 0 0 1-4 0 2 2 0 0 1-4 0 2 2 0 0 1-4 0z" />
        <path d="M7 10h10M5 13h14" className="sketch-line" />
        <path d="M8 16h8v8H8zM2 28q2.5-2 5 0t5 0 5 0 5 0" className="sketch-line" />
      </Sketch>
    ),
  },
  {
    value: 'coaster',
    label: sheetTexts.coaster,
    picture: (
      <Sketch>
        <path d="M7 2.5h10M9 29.5h6" className="sketch-line" />
        <circle cx="12" cy="16" r="10" className="sketch-line" />
        <circle cx="12" cy="16" r="7.6" className="sketch-line" />
        <path d="M8.5 12.5h7v7h-7z" />
      </Sketch>
    ),
  },
  {
    value: 'headline',
    label: sheetTexts.headline,
    picture: (
      <Sketch>
        <path d="M3 4h12v3H3zM3 8.5h16v3H3zM3 13h9v3H3z" />
        <path d="M2.5 19h19M3 22h7v7H3zM13 23h8M13 26h6" className="sketch-line" />
      </Sketch>
    ),
  },
] as const
export type Design = (typeof DESIGNS)[number]['value']

function Sketch({ children }: { children: React.ReactNode }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 32" className="sketch">
      {children}
    </svg>
  )
}
