export function ToastingGlasses({ className = '' }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 320 250" className={`block aspect-[320/250] ${className}`}>
      <g className="stroke-accent" strokeWidth="6" strokeLinecap="round" fill="none">
        <path d="M160 34V8M190 42l14-22M130 42l-14-22M214 52l24-18M106 52 82 34" />
      </g>
      <g transform="translate(98 152) rotate(16)">
        <Glass />
      </g>
      <g transform="translate(222 152) rotate(-16)">
        <Glass />
      </g>
    </svg>
  )
}

function Glass() {
  return (
    <>
      <path d="M-50-70 50-70 37 80Q36 88 28 88H-28Q-36 88-37 80Z" className="fill-beer-glass" />
      <path d="M-46-52H46L35 72Q34 79 27 79H-27Q-34 79-35 72Z" className="fill-beer" />
      <path
        d="M-48-60C-52-78-38-88-26-82-20-94 0-95 6-84 16-94 36-90 36-79 48-80 52-70 47-58L46-42C36-36 28-48 18-40 8-32-2-46-14-38-26-32-34-46-46-42Z"
        className="fill-foam"
      />
      <g className="stroke-beer-line" strokeWidth="4" strokeLinecap="round" fill="none">
        <path d="M-26-14-20 70M-9-14-7 70M9-14 7 70M26-14 20 70M-43-14H43" />
      </g>
      <path d="M-36-30-32 10" className="stroke-foam" strokeWidth="5" strokeLinecap="round" />
    </>
  )
}
