/** A script of web/start reads its data, JSON, from this attribute of its element. */
export const START_DATA_ATTRIBUTE = 'data-start'

/** The notice that a page shows if its app does not start. */
export interface UnstartedTexts {
  text: string
  /** Instead of `text` in a browser that lacks what the product needs. */
  outdated: string
  reload: string
}

export interface UndrawnPageData {
  texts: UnstartedTexts
}

export interface DrawnPageData {
  texts: UnstartedTexts
  /** The addresses of the page's scripts, the app last. */
  scripts: readonly string[]
  sheet: string
  /** A page of a bar or a table. A browser with a visit, a draft or a device key shows the app instead. */
  isForNewPeople: boolean
}

export interface ContinuedVisitData {
  barId: string
}
