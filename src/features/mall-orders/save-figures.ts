// The figures of the days as a file.
import { yuanOf } from '../../domain/billing/money.ts'
import { csvBlob, csvText } from '../../resource/csv.ts'
import { giveFile } from '../../resource/give-file.ts'
import type { Figures } from './order-query.ts'

export function saveFigures({ days }: Figures, titles: readonly string[]): void {
  const lines = days.map(({ day, orders, paidOrders, sales, refunds }) => [
    day,
    orders,
    paidOrders,
    yuanOf(sales),
    yuanOf(refunds),
  ])
  giveFile(csvBlob(csvText([titles, ...lines])), 'mall-figures.csv')
}
