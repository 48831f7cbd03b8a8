import Flag from 'lucide:flag'
import HandHelping from 'lucide:hand-helping'
import Phone from 'lucide:phone'
import Timer from 'lucide:timer'
import UserRoundX from 'lucide:user-round-x'
import { PAGES } from '#contract/pages.ts'
import type { SafetyTool } from '#contract/texts/safety.ts'
import {
  BAR_SEES,
  BEFORE_MEETING,
  EMERGENCY_NUMBERS,
  SAFETY_TOOLS,
  safetyTexts,
} from '#contract/texts/safety.ts'
import { siteTexts } from '#contract/texts/site.ts'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { LegalFrame, Lines, SMALL_LINK } from './legal-frame.tsx'

export function SafetyPage() {
  return (
    <LegalFrame title={safetyTexts.title} intro={safetyTexts.intro}>
      <section className="grid gap-3 rounded-xl border border-danger bg-danger-wash p-5 sm:p-6">
        <h2 className="font-semibold text-lg">{safetyTexts.now}</h2>
        <p>{safetyTexts.nowHint}</p>
        <ul className="grid gap-2.5">
          {EMERGENCY_NUMBERS.map(({ number, name, use }) => (
            <li key={number}>
              <a
                href={`tel:${number}`}
                className="flex min-h-target items-center gap-3.5 rounded-lg border border-line bg-raised px-4 py-3 hover:bg-hover"
              >
                <span className="font-display font-semibold text-2xl tabular-nums">{number}</span>
                <span className="grid min-w-0 flex-1">
                  <span className="font-semibold">{name}</span>
                  <span className="text-ink-soft text-sm">{use}</span>
                </span>
                <Icon of={Phone} className="size-5 shrink-0 text-link" />
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section className="grid gap-3">
        <h2 className="font-semibold text-lg">{safetyTexts.tools}</h2>
        <div className="grid gap-3 md:grid-cols-2">
          {TOOLS.map(([icon, tool]) => (
            <Card key={tool.name} className="grid content-start gap-3">
              <h3 className="flex items-center gap-2.5 font-semibold text-lg">
                <Icon of={icon} className="size-6 text-link" />
                <span>{tool.name}</span>
              </h3>
              <p>{tool.does}</p>
              <Facts tool={tool} />
            </Card>
          ))}
        </div>
      </section>
      <Card className="grid gap-7">
        <section className="grid gap-2">
          <h2 className="font-semibold text-lg">{safetyTexts.barSees}</h2>
          <Lines lines={BAR_SEES} />
          <p className="text-ink-soft">
            <span>{safetyTexts.more}</span>{' '}
            <Link to={PAGES.privacy} className={SMALL_LINK}>
              {siteTexts.privacy}
            </Link>
          </p>
        </section>
        <section className="grid gap-2">
          <h2 className="font-semibold text-lg">{safetyTexts.meeting}</h2>
          <Lines lines={BEFORE_MEETING} />
        </section>
      </Card>
    </LegalFrame>
  )
}

const TOOLS = [
  [HandHelping, SAFETY_TOOLS.help],
  [UserRoundX, SAFETY_TOOLS.block],
  [Flag, SAFETY_TOOLS.report],
  [Timer, SAFETY_TOOLS.notNow],
] as const

function Facts({ tool }: { tool: SafetyTool }) {
  return (
    <dl className="grid gap-2 border-line border-t pt-3 text-sm">
      {(['where', 'who', 'kept'] as const).map((fact) => (
        <div key={fact} className="grid">
          <dt className="font-semibold text-ink-soft">{safetyTexts[fact]}</dt>
          <dd className="text-ink-soft">{tool[fact]}</dd>
        </div>
      ))}
    </dl>
  )
}
