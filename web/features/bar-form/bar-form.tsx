import { useLayoutEffect } from 'react'
import { barFormTexts } from '#contract/texts/bar-form.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { LogoField, PhotosField } from './picture-fields.tsx'
import { FormSection, TextSections } from './text-sections.tsx'
import type { BarFormOptions } from './use-bar-form.ts'
import { useBarForm } from './use-bar-form.ts'

export interface BarFormProps extends BarFormOptions {
  titleId: string
  onDirtyChange: (isDirty: boolean) => void
}

export function BarForm({ titleId, onDirtyChange, ...options }: BarFormProps) {
  const form = useBarForm(options)
  const { isDirty, isSending } = form
  const { texts, reload } = options.task

  // useLayoutEffect, because a restored form can be left at once.
  useLayoutEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange])

  return (
    <form {...form.props(form.submit)} aria-labelledby={titleId} className="grid gap-8">
      <TextSections form={form} />
      <FormSection title={barFormTexts.media}>
        <div className="grid min-w-0 col-span-6 gap-6">
          <LogoField form={form} />
          <PhotosField form={form} />
        </div>
      </FormSection>
      <div className="grid gap-4 border-line border-t pt-6 sm:justify-items-end">
        {form.isStale && reload && (
          <Banner
            live
            tone="danger"
            action={
              <Button variant="secondary" onClick={reload}>
                {barFormTexts.reload}
              </Button>
            }
          >
            {barFormTexts.stale}
          </Banner>
        )}
        {form.failure && (
          <Banner tone="danger" title={form.failure.title}>
            {form.failure.description}
          </Banner>
        )}
        <Button
          type="submit"
          size="lg"
          className="max-sm:w-full"
          busy={isSending}
          busyLabel={texts.submitting}
        >
          {texts.submit}
        </Button>
      </div>
    </form>
  )
}
