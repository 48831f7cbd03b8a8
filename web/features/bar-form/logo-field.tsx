import { ImagePlus } from 'lucide'
import { useId, useRef } from 'react'
import { adminTexts } from '#contract/texts/admin.ts'
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
  const label = logo ? adminTexts.changeLogo : adminTexts.addLogo

  const remove = (id: number) => {
    tray.remove(id)
    button.current?.focus()
  }
  return (
    <fieldset aria-labelledby={titleId} disabled={isBusy} className="grid min-w-0 gap-2.5">
      <h4 id={titleId} className="font-semibold text-sm">
        {adminTexts.logo}
      </h4>
      {logo && (
        <div className="w-36">
          <PictureTile
            picture={logo}
            label={adminTexts.logoPreview}
            removeLabel={adminTexts.removeLogo}
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
