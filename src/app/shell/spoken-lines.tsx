// What was said aloud, as text: alarms by the names that the alarms' own room has for them.
import { typeWords } from '../../features/alarms/alarm-words.ts'
import type { SpokenBoard } from '../../features/spoken-notices/spoken.driver.ts'
import { SpokenStrip } from '../../features/spoken-notices/spoken-strip.tsx'
import { StandingAlarms } from '../../features/spoken-notices/standing-alarms.tsx'

interface SpokenLinesProps {
  board: SpokenBoard
  /** Opens a path of the console. */
  go: (path: string) => void
}

export default function SpokenLines({ board, go }: SpokenLinesProps) {
  return (
    <>
      <StandingAlarms
        board={board}
        names={typeWords}
        onShow={id => go(id === undefined ? '/AlarmHistory' : `/AlarmHistory?open=${id}`)}
      />
      <SpokenStrip board={board} names={typeWords} />
    </>
  )
}
