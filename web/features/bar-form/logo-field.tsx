import { ImagePlus } from 'lucide'
import { useId, useRef } from 'react'
import { barFormTexts } from '#contract/texts/bar-form.ts'
import { FileButton } from '#web/ui/file-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PictureProblems } from './picture-problems.tsx'
import { PictureTile } from './picture-tile.tsx'
import type { BarFormState } from './use-bar-form.ts'
import { usePicturePicker } from './use-picture-picker.ts'

export function LogoField({ form: { tray, pictures, isBusy } }: { form: BarFormState }) {
  const titleId = useId()
  const problemsId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const logos = pictures.filter(({ folder }) => folder === 'logos')
  const [logo] = logos
  const picker = usePicturePicker((picture) => {
    if (logo) tray.remove(logo.id)
    tray.add('logos', picture)
  })
  const label = logo ? barFormTexts.changeLogo : barFormTexts.addLogo

  const remove = (id: number) => {
    tray.remove(id)
    button.current?.focus()
  }
  return (
    <fieldset aria-labelledby={titleId} disabled={isBusy} className="grid min-w-0 gap-2.5">
      <h4 id={titleId} className="font-semibold text-sm">
        {barFormTexts.logo}
      </h4>
      {logo && (
        <div className="w-36">
          <PictureTile
            picture={logo}
            label={barFormTexts.logoPreview}
            removeLabel={barFormTexts.removeLogo}
            onRemove={() => remove(logo.id)}
            onRetry={() => tray.send(logo)}
          />
        </div>
      )}
      <div>
        <FileButton
          ref={button}
          variant="secondary"
          accept="image/*"
          busy={picker.isBusy}
          icon={<Icon of={ImagePlus} className="size-5" />}
          aria-describedby={problemsId}
          onPick={picker.pick}
        >
          {label}
        </FileButton>
      </div>
      <PictureProblems id={problemsId} problem={picker.problem} pictures={logos} />
    </fieldset>
  )
}
