// The round that looks at samples which no engine, or another one, has looked at.
import { defineRound } from '../../jobs/definition.ts'

export const faceChecksRound = defineRound({
  name: 'faceChecks',
  timeoutSeconds: 3_600,
  pollSeconds: 15,
  cron: '*/20 * * * *',
})
