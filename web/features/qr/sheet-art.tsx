import { useId } from 'react'
import { INVITATION, PROMISE } from '#contract/texts/sheets.ts'

const STRIPE = 16

/** A striped awning, every other stripe in outline: it shows from afar and takes little ink. */
export function Awning({ stripes }: { stripes: number }) {
  const left = Array.from({ length: stripes }, (_, index) => index * STRIPE)
  const stripe = (x: number) => `M${x} .5h${STRIPE}v15a8 7.5 0 0 1-${STRIPE} 0z`
  const isFilled = (_: number, index: number) => index % 2 === 0
  return (
    <svg
      aria-hidden="true"
      viewBox={`-.5 0 ${stripes * STRIPE + 1} 24`}
      className="awning-art"
      stroke="#000"
      strokeWidth=".7"
    >
      <path fill="#fff" d={left.map(stripe).join('')} />
      <path fill="#000" d={left.filter(isFilled).map(stripe).join('')} />
    </svg>
  )
}

/** The mosaic pavement, as lines. */
export function Waves() {
  const wave = (y: number) => `M0 ${y}${'q12-11 24 0t24 0'.repeat(4)}`
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 192 22"
      className="waves-art"
      fill="none"
      stroke="#000"
      strokeWidth="1.3"
    >
      <path d={wave(7) + wave(11) + wave(15)} />
    </svg>
  )
}

/** The edge of a coaster, with the words around it. */
export function CoasterEdge() {
  const id = useId()
  return (
    <svg aria-hidden="true" viewBox="-100 -100 200 200" className="edge-art">
      <g fill="none" stroke="#000">
        <circle r="98.5" strokeWidth="2.4" />
        <circle r="95.4" strokeWidth=".6" />
        <circle r="78" strokeWidth=".6" />
        <path id={`${id}over`} d="M-83.6 0A83.6 83.6 0 0 1 83.6 0" stroke="none" />
        <path id={`${id}under`} d="M-90 0A90 90 0 0 0 90 0" stroke="none" />
      </g>
      <path d="m-86.7-3 3 3-3 3-3-3zM86.7-3l3 3-3 3-3-3z" />
      <text className="over" textAnchor="middle">
        <textPath href={`#${id}over`} startOffset="50%">
          {INVITATION}
        </textPath>
      </text>
      <text className="under" textAnchor="middle">
        <textPath href={`#${id}under`} startOffset="50%">
          {PROMISE}
        </textPath>
      </text>
    </svg>
  )
}
