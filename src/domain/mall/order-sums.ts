// Sums of an order in whole fen: shares of a discount, what a part of a line is worth, what a merchant is paid.

/** Shares a sum by weights so that the shares meet it exactly: the largest remainders get the fen that are left. */
export function sharesOf(sum: number, weights: readonly number[]): number[] {
  const total = weights.reduce((all, weight) => all + weight, 0)
  if (total === 0) return weights.map(() => 0)
  // Fen times fen may be more than a double counts exactly.
  const exact = weights.map(weight => BigInt(sum) * BigInt(weight))
  const shares = exact.map(part => Number(part / BigInt(total)))
  const left = sum - shares.reduce((all, share) => all + share, 0)
  const byRemainder = exact
    .map((part, place) => ({ place, remainder: part % BigInt(total) }))
    .toSorted((one, other) => compare(other.remainder, one.remainder) || one.place - other.place)
  for (const { place } of byRemainder.slice(0, left)) shares[place] = (shares[place] ?? 0) + 1
  return shares
}

const compare = (one: bigint, other: bigint) => (one < other ? -1 : Number(one > other))

/** What of a line has gone back or is on its way back. */
export interface LineStanding {
  quantity: number
  /** Fen paid for all pieces: the price less the share of the discount. */
  paid: number
  backQuantity: number
  backAmount: number
}

/** What so many pieces of a line are worth; the last ones take what is left. Undefined: there are not so many. */
export function worthOf(
  { quantity, paid, backQuantity, backAmount }: LineStanding,
  pieces: number,
): number | undefined {
  const left = quantity - backQuantity
  if (!Number.isSafeInteger(pieces) || pieces <= 0 || pieces > left) return undefined
  if (pieces === left) return paid - backAmount
  return Math.min(paid - backAmount, Math.floor((paid * pieces) / quantity))
}

/** Commission on goods in thousandths, rounded to the nearest fen. */
export const commissionOf = (goods: number, permille: number): number =>
  Math.floor((goods * permille + 500) / 1000)

/** What providers keep of a payment; they do not give it back with a refund. */
export const PAYMENT_FEE_PERMILLE = 6

export interface SettledSale {
  paid: number
  /** Of what was paid. */
  freight: number
  refunded: number
  /** Of what was refunded. */
  freightRefunded: number
}

export interface SettledSums {
  paid: number
  refunded: number
  commission: number
  fee: number
  net: number
}

/** What a merchant gets for an order, less what was refunded until then. */
export function saleSums(sale: SettledSale, permille: number): SettledSums {
  const goods = sale.paid - sale.freight - (sale.refunded - sale.freightRefunded)
  const commission = commissionOf(goods, permille)
  const fee = commissionOf(sale.paid, PAYMENT_FEE_PERMILLE)
  return {
    paid: sale.paid,
    refunded: sale.refunded,
    commission,
    fee,
    net: sale.paid - sale.refunded - commission - fee,
  }
}

/** A refund after the settlement: a line of its own, with the commission that comes back. `before` is the sale until then. */
export function refundSums(
  before: SettledSale,
  refund: { amount: number; freight: number },
  permille: number,
): SettledSums {
  const after = {
    ...before,
    refunded: before.refunded + refund.amount,
    freightRefunded: before.freightRefunded + refund.freight,
  }
  const commission = saleSums(after, permille).commission - saleSums(before, permille).commission
  return {
    paid: 0,
    refunded: refund.amount,
    commission,
    fee: 0,
    net: 0 - refund.amount - commission,
  }
}
