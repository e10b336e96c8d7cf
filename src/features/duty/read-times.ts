// Reads times of day out of what somebody typed.

const TIME = /^(\d{1,2}):(\d{2})$/

/** `8:00, 14:30` as minutes of the day, in order, each once; undefined where something is no time. */
export function readTimes(text: string): number[] | undefined {
  const minutes = new Set<number>()
  for (const part of text.split(/[,，;、\s]+/).filter(each => each !== '')) {
    const [, hour, minute] = TIME.exec(part.replace('：', ':')) ?? []
    const at = Number(hour) * 60 + Number(minute)
    if (!(at < 1440 && Number(minute) < 60)) return undefined
    minutes.add(at)
  }
  return [...minutes].sort((a, b) => a - b)
}
