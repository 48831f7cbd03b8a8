import { useState } from 'react'
import type { Entered } from '#contract/entered.ts'
import { PAGES } from '#contract/pages.ts'
import { formatTyped } from '#contract/phone.ts'
import type { Profile } from '#contract/profile-form.ts'
import { profileTexts, turnIn } from '#contract/texts/profile.ts'
import { saysRemoved } from '#web/api/visit.ts'
import type { ProfileDraft } from '#web/session/drafts.ts'
import { profileDraftItem } from '#web/session/drafts.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { useCountdown } from '#web/ui/use-countdown.ts'
import { useForm } from '#web/ui/use-form.ts'
import { useKeptText } from '#web/ui/use-kept-text.ts'
import { useUnmounted } from '#web/ui/use-unmounted.ts'
import { enter, enterInTurn, showEntered } from './enter.ts'
import { EntryCodeField } from './entry-code-field.tsx'
import { ProfileFields } from './profile-fields.tsx'
import { readEntryCode, readProfile } from './read-profile.ts'
import { showMissingName, showRefusal } from './refusals.ts'

interface EntryDraft extends ProfileDraft {
  entryCode: string
}

const BLANK: EntryDraft = {
  entryCode: '',
  name: '',
  phone: '',
  photo: null,
  interest: 'all',
  showsInterest: false,
}
const BESIDE =
  '@xl:grid-cols-[13.5rem_minmax(0,1fr)] @xl:gap-x-8 @xl:[&>*]:col-start-2 @xl:[&>:first-child]:col-start-1 @xl:[&>:first-child]:row-span-4 @xl:[&>:first-child]:content-start @xl:[&>:first-child]:pt-2'

export interface ProfileFormProps {
  barId: string
  table: string
  /** May be out of date: a refusal says so too. */
  asksForCode: boolean
  /** Called before the profile is created; false aborts. */
  mayEnter: () => Promise<boolean>
  onEntered: (entered: Entered) => void
  onRemoved: () => void
}

export function ProfileForm(props: ProfileFormProps) {
  const { form, isCodeAsked, isBusy, waitSeconds, submit } = useProfileForm(props)
  const { problems } = form
  const [isOpening, setOpening] = useState(false)
  return (
    <form {...form.props(submit)} className={`grid gap-2 @xl:gap-4 ${BESIDE}`}>
      <ProfileFields form={form} disabled={isBusy} onPhotoBusy={setOpening}>
        {isCodeAsked && <EntryCodeField {...form.field('entryCode')} readOnly={isBusy} />}
      </ProfileFields>
      <div className="grid gap-2">
        <Consent />
        {waitSeconds > 0 && <Turn seconds={waitSeconds} />}
        {problems.form && <Banner tone="danger">{problems.form}</Banner>}
        <Button
          type="submit"
          size="lg"
          block
          className="px-4!"
          busy={isBusy || isOpening}
          busyLabel={isOpening ? undefined : profileTexts.submitting}
        >
          {profileTexts.submit}
        </Button>
      </div>
    </form>
  )
}

/** A screen reader is told once, not every second. */
function Turn({ seconds }: { seconds: number }) {
  const [announced] = useState(seconds)
  return (
    <div className="text-center">
      <p aria-hidden>{turnIn(seconds)}</p>
      <p role="status" className="sr-only">
        {turnIn(announced)}
      </p>
    </div>
  )
}

/** Placed above the button whose press means consent. */
function Consent() {
  const [before, between, after] = profileTexts.consent
  const className = 'rounded-sm text-link underline underline-offset-3'
  return (
    <p className="text-ink-soft text-xs">
      <span>{before}</span>
      <Link to={PAGES.terms} className={className}>
        {profileTexts.consentTerms}
      </Link>
      <span>{between}</span>
      <Link to={PAGES.privacy} className={className}>
        {profileTexts.consentPrivacy}
      </Link>
      <span>{after}</span>
    </p>
  )
}

function useProfileForm(props: ProfileFormProps) {
  const { barId, table, asksForCode, mayEnter, onEntered, onRemoved } = props
  const form = useForm<EntryDraft>(
    () => ({ ...BLANK, ...profileDraftItem.read() }),
    ({ entryCode: _, ...draft }) => profileDraftItem.write(draft),
    (early) => (early.phone ? { ...early, phone: formatTyped(early.phone) } : early),
  )
  useKeptText(form, 'entryCode')
  const { seconds: waitSeconds, start: onWait } = useCountdown()
  const unmounted = useUnmounted()
  const [isCodeAsked, setIsCodeAsked] = useState(asksForCode)

  const [send, isBusy] = useAct(
    async (profile: Profile, code: string | null) => {
      if (!(await mayEnter())) return
      const entering = () => enter(barId, table, profile, code)
      const entered = await enterInTurn(entering, onWait, unmounted())
      showEntered(entered)
      onEntered(entered)
    },
    (error) => {
      if (unmounted().aborted) return
      if (saysRemoved(error)) return onRemoved()
      const refused = showRefusal(error, 'enter')
      form.refuse(refused)
      // A page that knew of no code shows the field.
      if (refused.entryCode) setIsCodeAsked(true)
    },
  )

  async function submit(): Promise<void> {
    if (isBusy) return
    const { values: profile, problems = {} } = readProfile(form.values)
    const code = readEntryCode(form.values.entryCode)
    const isNoCode = code === undefined && { entryCode: profileTexts.entryCodeInvalid }
    const found = { ...problems, ...isNoCode }
    form.refuse(found)
    if (!profile || code === undefined) showMissingName(found)
    else await send(profile, code)
  }

  return { form, isCodeAsked, isBusy, waitSeconds, submit }
}
