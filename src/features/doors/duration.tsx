// How long somebody spoke: mm:ss, and hours before it where it takes them.

const pad = (value: number) => String(value).padStart(2, '0')

/** Seconds as `mm:ss`, or `h:mm:ss` from an hour on. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  return `${hours > 0 ? `${hours}:` : ''}${pad(minutes)}:${pad(whole % 60)}`
}

export function Duration({ seconds }: { seconds: number }) {
  return <bdi dir="ltr">{formatDuration(seconds)}</bdi>
}
