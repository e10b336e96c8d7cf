// Networks as settings name them: parts such as 10.20.0.0/16, with commas between.
import * as z from 'zod/mini'

const network = z.union([z.cidrv4(), z.cidrv6()])

export const networkList = z.pipe(
  z
    .string()
    .check(
      z.refine(
        text => text.split(',').every(one => z.safeParse(network, one.trim()).success),
        'must be networks such as 10.20.0.0/16, separated by commas',
      ),
    ),
  z.transform(text => text.split(',').map(one => one.trim())),
)
