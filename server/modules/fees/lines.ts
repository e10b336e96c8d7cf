// What is kept with a line of a bill, as it is read back.
import * as z from 'zod/mini'

export const storedSegments = z.array(
  z.object({
    meterId: z.int(),
    serial: z.string(),
    fromDay: z.string(),
    toDay: z.string(),
    from: z.int(),
    to: z.int(),
    rollover: z.boolean(),
    quantity: z.int(),
    parts: z.array(
      z.object({ fromDay: z.string(), toDay: z.string(), quantity: z.int(), microFen: z.int() }),
    ),
  }),
)
