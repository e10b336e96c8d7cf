// How long a video is: 0:15. It stays left to right in every language.
const two = (part: number) => String(part).padStart(2, '0')

export function lengthText(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
}

export function Length({ ms }: { ms: number }) {
  return <bdi dir="ltr">{lengthText(ms)}</bdi>
}
