import type { SubmitEvent } from 'react'
import { useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from 'react'

/** Why fields are refused. `form` is what no single field is to blame for. */
export type Problems<Values extends object> = {
  [Field in keyof Values | 'form']?: string | null | undefined
}

type TextField<Values> = {
  [Field in keyof Values]: string extends Values[Field] ? Field : never
}[keyof Values] &
  string

/**
 * The values of a form and what is wrong with them. Controls belong to the value of their name. What was
 * typed into a prerendered form before hydration is taken over, as `toShown` writes it.
 */
export function useForm<Values extends object>(
  first: Values | (() => Values),
  onChange?: (values: Values) => void,
  toShown = (early: Partial<Values>) => early,
) {
  const ref = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(first)
  const [problems, setProblems] = useState<Problems<Values>>({})
  const [refusals, countRefusal] = useReducer((count: number) => count + 1, 0)
  // Encoding a picture takes time: fields typed meanwhile must not be overwritten.
  const latest = useRef(values)

  /** The problems of the changed fields and of the whole form go. */
  function change(changes: Partial<Values>): void {
    latest.current = { ...latest.current, ...changes }
    setValues(latest.current)
    const solved = [...Object.keys(changes), 'form'].map((field) => [field, null])
    setProblems((before) => ({ ...before, ...Object.fromEntries(solved) }))
    onChange?.(latest.current)
  }

  const takeEarly = useEffectEvent(() => {
    const early = ref.current && readEarly(ref.current, values)
    if (early) change(toShown(early))
  })
  useLayoutEffect(() => takeEarly(), [])

  // Once it is drawn: a disabled field takes no focus.
  const focusProblem = useEffectEvent(() => {
    const controls = [...(ref.current?.elements ?? [])] as HTMLInputElement[]
    controls.find(({ name }) => problems[name as keyof Values])?.focus()
  })
  useEffect(() => {
    if (refusals > 0) focusProblem()
  }, [refusals])

  return {
    ref,
    values,
    problems,
    change,
    /** Shows these problems and no others, and focuses the first field that has one. */
    refuse(found: Problems<Values>): void {
      setProblems(found)
      countRefusal()
    },
    /** Shows these problems too, and leaves the focus where it is. */
    note: (found: Problems<Values>) => setProblems((before) => ({ ...before, ...found })),
    /** For the <form>. */
    props: (submit: () => unknown) => ({
      ref,
      noValidate: true,
      onSubmit(event: SubmitEvent) {
        event.preventDefault()
        submit()
      },
    }),
    /** For the control of a text. */
    field: <Field extends TextField<Values>>(name: Field) => ({
      name,
      value: values[name] as string,
      error: problems[name],
      onChange: ({ target }: { target: { value: string } }) =>
        change({ [name]: target.value } as Partial<Values>),
    }),
  }
}

export type Form<Values extends object> = ReturnType<typeof useForm<Values>>

/** Null if the controls have the values. */
function readEarly<Values extends object>(
  form: HTMLFormElement,
  values: Values,
): Partial<Values> | null {
  const early: Record<string, unknown> = {}
  for (const { name, type, value, checked } of [...form.elements] as HTMLInputElement[]) {
    if (!(name in values) || type === 'button' || (type === 'radio' && !checked)) continue
    const typed = type === 'checkbox' ? checked : value
    if (typed !== values[name as keyof Values]) early[name] = typed
  }
  return Object.keys(early).length > 0 ? (early as Partial<Values>) : null
}
