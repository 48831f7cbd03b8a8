import { CircleAlert } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { describeUploadFailure } from './describe-failure.ts'
import type { TrayPicture } from './picture-tray.ts'

export interface PictureProblemsProps {
  id: string
  problem: string | null
  pictures: readonly TrayPicture[]
}

/** Always rendered: screen readers announce only changes in an existing live region. */
export function PictureProblems({ id, problem, pictures }: PictureProblemsProps) {
  const failures = pictures.flatMap(({ failure }) =>
    failure ? [describeUploadFailure(failure)] : [],
  )
  const sentences = [...new Set(problem ? [problem, ...failures] : failures)]
  return (
    <div id={id} role="alert" className="grid gap-1.5 text-danger text-sm empty:hidden">
      {sentences.map((sentence) => (
        <p key={sentence} className="flex items-start gap-1.5">
          <Icon of={CircleAlert} className="mt-0.5 size-4.5 shrink-0" />
          {sentence}
        </p>
      ))}
    </div>
  )
}
