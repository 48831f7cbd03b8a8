import type { ReactNode } from 'react'
import { useId } from 'react'
import { SUBSCRIPTION_PLANS } from '#contract/bar.ts'
import { LIMITS } from '#contract/limits.ts'
import { countGraphemes, toLine, toParagraphs } from '#contract/plain-text.ts'
import type { StateWithTwoZones } from '#contract/states.ts'
import { hasTwoZones, SECOND_TIME_ZONES, STATES } from '#contract/states.ts'
import {
  barFormTexts,
  countOf,
  PLAN_LABELS,
  STATE_LABELS,
  tonightHint,
  ZONE_LABELS,
} from '#contract/texts/bar-form.ts'
import { goesToField } from '#web/ui/read-form.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import type { TextFieldProps } from '#web/ui/text-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { BarField } from './bar-draft.ts'
import type { BarFormState } from './use-bar-form.ts'

const PLANS = SUBSCRIPTION_PLANS.map((value) => ({ value, label: PLAN_LABELS[value] }))
const STATE_OPTIONS = [
  { value: '', label: barFormTexts.stateUnset },
  ...STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
]

const toZoneOptions = (state: StateWithTwoZones) => [
  { value: '', label: ZONE_LABELS[state].most },
  { value: SECOND_TIME_ZONES[state], label: ZONE_LABELS[state].second },
]

/** The star is for sighted users; `required` tells screen readers. */
const starred = (label: string) => `${label} *`

export function TextSections({ form }: { form: BarFormState }) {
  return (
    <>
      <BasicData form={form} />
      <Address form={form} />
      <ContactAndAccess form={form} />
      <Details form={form} />
    </>
  )
}

function BasicData({ form }: { form: BarFormState }) {
  return (
    <FormSection title={barFormTexts.basicData}>
      <BarTextField
        form={form}
        name="name"
        label={starred(barFormTexts.barName)}
        autoCapitalize="words"
        aria-required
        dir="auto"
      />
      {form.seesContract && (
        <>
          <BarTextField
            form={form}
            name="ownerName"
            span="half"
            label={barFormTexts.ownerName}
            autoCapitalize="words"
            dir="auto"
          />
          <BarTextField
            form={form}
            name="document"
            span="half"
            label={barFormTexts.document}
            placeholder={barFormTexts.documentPlaceholder}
            autoCapitalize="characters"
            spellCheck={false}
          />
        </>
      )}
    </FormSection>
  )
}

function Address({ form }: { form: BarFormState }) {
  return (
    <FormSection title={barFormTexts.addressSection}>
      <BarTextField
        form={form}
        name="address"
        span="most"
        label={starred(barFormTexts.address)}
        placeholder={barFormTexts.addressPlaceholder}
        autoCapitalize="words"
        aria-required
        dir="auto"
      />
      <BarTextField form={form} name="number" span="short" label={barFormTexts.number} />
      <BarTextField
        form={form}
        name="neighborhood"
        span="beside"
        label={barFormTexts.neighborhood}
        autoCapitalize="words"
        dir="auto"
      />
      <BarTextField
        form={form}
        name="city"
        span="third"
        label={starred(barFormTexts.city)}
        autoCapitalize="words"
        aria-required
        dir="auto"
      />
      <div className="col-span-6 sm:col-span-2">
        <SelectField label={barFormTexts.state} options={STATE_OPTIONS} {...form.field('state')} />
      </div>
      {hasTwoZones(form.values.state) && (
        <div className="col-span-6">
          <SelectField
            label={barFormTexts.timeZone}
            options={toZoneOptions(form.values.state)}
            {...form.field('timeZone')}
          />
        </div>
      )}
    </FormSection>
  )
}

function ContactAndAccess({ form }: { form: BarFormState }) {
  return (
    <FormSection title={barFormTexts.contactAndAccess}>
      <BarTextField
        form={form}
        name="phone"
        span="half"
        type="tel"
        label={barFormTexts.phone}
        placeholder={barFormTexts.phonePlaceholder}
        inputMode="tel"
      />
      <BarTextField
        form={form}
        name="email"
        span="half"
        type="email"
        label={barFormTexts.barEmail}
        autoCapitalize="none"
        spellCheck={false}
      />
      <BarTextField
        form={form}
        name="login"
        span="half"
        label={barFormTexts.barLogin}
        hint={form.problems.login ? null : barFormTexts.barLoginHint}
        autoCapitalize="none"
        spellCheck={false}
      />
    </FormSection>
  )
}

function Details({ form }: { form: BarFormState }) {
  const { description, tonight } = form.values
  return (
    <FormSection title={barFormTexts.details}>
      {form.seesContract && (
        <div className="col-span-6 sm:col-span-3">
          <SelectField
            label={barFormTexts.subscriptionPlan}
            options={PLANS}
            {...form.field('subscriptionPlan')}
          />
        </div>
      )}
      <BarTextField
        form={form}
        name="tonight"
        label={barFormTexts.tonight}
        placeholder={barFormTexts.tonightPlaceholder}
        hint={tonightHint(countGraphemes(toLine(tonight)), LIMITS.tonightGraphemes)}
        dir="auto"
      />
      <div className="col-span-6">
        <TextArea
          label={barFormTexts.description}
          hint={countOf(countGraphemes(toParagraphs(description)), LIMITS.barDescriptionGraphemes)}
          {...form.field('description')}
          rows={4}
          dir="auto"
          readOnly={form.isBusy}
        />
      </div>
    </FormSection>
  )
}

export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <fieldset
      aria-labelledby={titleId}
      className="grid min-w-0 content-start gap-5 border-line border-t pt-6 lg:grid-cols-[15rem_1fr] lg:gap-8"
    >
      <h3 id={titleId} className="font-display font-semibold text-lg">
        {title}
      </h3>
      <div className="grid min-w-0 grid-cols-6 content-start gap-x-3 gap-y-5 sm:gap-x-5">
        {children}
      </div>
    </fieldset>
  )
}

interface BarTextFieldProps extends Omit<TextFieldProps, 'form' | 'name'> {
  form: BarFormState
  name: BarField
  span?: keyof typeof SPANS
}

const SPANS = {
  third: 'col-span-6 sm:col-span-2',
  half: 'col-span-6 sm:col-span-3',
  most: 'col-span-6 sm:col-span-4',
  whole: 'col-span-6',
  short: 'col-span-2',
  beside: 'col-span-4 sm:col-span-2',
}

function BarTextField({ form, name, span = 'whole', ...field }: BarTextFieldProps) {
  return (
    <div className={SPANS[span]}>
      <TextField
        autoComplete="off"
        {...field}
        {...form.field(name)}
        readOnly={form.isBusy}
        onBlur={(event) => goesToField(event) && form.check(name)}
      />
    </div>
  )
}
