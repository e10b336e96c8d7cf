// By which way something is paid. Apart from the bill, so that a page that offers it needs no facts of the console.
import * as z from 'zod/mini'

/** On the wire 1 WeChat pay, 2 Alipay; 3 is a bank card, 4 the sandbox (ours). */
export const payWay = z.enum(['wechat', 'alipay', 'card', 'sandbox'])
export type PayWay = z.output<typeof payWay>
