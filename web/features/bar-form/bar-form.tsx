import type { FormEvent } from 'react'
import { useEffect, useRef } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'
import { barFormTexts } from '#contract/texts/bar-form.ts'
import { Button } from '#web/ui/button.tsx'
import { FormSection } from './form-section.tsx'
import { LogoField } from './logo-field.tsx'
import { PhotosField } from './photos-field.tsx'
import { StaleBanner } from './stale-banner.tsx'
import { TypedSections } from './typed-sections.tsx'
import type { BarFormOptions } from './use-bar-form.ts'
import { useBarForm } from './use-bar-form.ts'

export interface BarFormProps extends BarFormOptions {
  titleId: string
  /** Fetches the newest version of the bar that is edited. */
  fetchNewest?: () => Promise<AdminBar>
  /** Told when leaving would lose something, and when it would not any more. */
  onDirtyChange: (isDirty: boolean) => void
}

export function BarForm({ titleId, onDirtyChange, fetchNewest, ...options }: BarFormProps) {
  const form = useBarForm(options)
  const element = useRef<HTMLFormElement>(null)
  const { isDirty, isSending } = form

  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange])

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    const wrong = await form.submit()
    const control = wrong ? element.current?.elements.namedItem(wrong) : null
    if (control instanceof HTMLElement) control.focus()
  }

  return (
    <form ref={element} noValidate onSubmit={send} aria-labelledby={titleId} className="grid gap-8">
      <TypedSections form={form} />
      <FormSection title={barFormTexts.media}>
        <div className="grid min-w-0 col-span-6 gap-6">
          <LogoField form={form} />
          <PhotosField form={form} />
        </div>
      </FormSection>
      <div className="grid gap-4 border-line border-t pt-6 sm:justify-items-end">
        {form.isStale && fetchNewest && <StaleBanner onLoad={() => form.loadNewest(fetchNewest)} />}
        <Button
          type="submit"
          size="lg"
          className="max-sm:w-full"
          busy={isSending}
          busyLabel={options.task.texts.submitting}
        >
          {options.task.texts.submit}
        </Button>
      </div>
    </form>
  )
}
