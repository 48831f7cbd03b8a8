/** What a transition from one page to the next says that it is. */
export const PAGE_CHANGE = 'page-change'
