// What the pages of photos and videos keep in the address besides their list: whether somebody is judging.

export interface MediaSearch {
  review: boolean
}

export const readMediaSearch = ({ review }: Readonly<Record<string, unknown>>): MediaSearch => ({
  review: review === 1 || review === '1',
})

/** Where photos or videos are judged one after the other, inside the router. */
export const reviewPath = (of: 'photo' | 'video'): string =>
  of === 'photo' ? '/picture?review=1' : '/videoManage?review=1'
export const listPath = (of: 'photo' | 'video'): string => (of === 'photo' ? '/picture' : '/videoManage')
