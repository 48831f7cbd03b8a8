/** What a translation of these texts must hold: the same names, functions of the same facts. */
export type Translated<Texts> = Texts extends string
  ? string
  : { readonly [Name in keyof Texts]: Translated<Texts[Name]> }
