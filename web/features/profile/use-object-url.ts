import { useEffect, useState } from 'react'
import { fromDataUrl } from './photo-data.ts'

/** A `blob:` URL, because the CSP forbids `data:` images. */
export function useObjectUrl(dataUrl: string | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const picture = dataUrl === null ? null : fromDataUrl(dataUrl)
    if (!picture) return setUrl(null)
    const made = URL.createObjectURL(picture)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [dataUrl])
  return url
}
