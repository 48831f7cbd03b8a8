/** The type of a translation: the same names, and functions with the same parameters. */
export type Translated<Texts> = Texts extends string
  ? string
  : { readonly [Name in keyof Texts]: Translated<Texts[Name]> }
