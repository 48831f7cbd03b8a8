export const PAGE_CHANGE = 'page-change'
