// The port to whoever carries text messages to phones: send, ask what became of it.
import type { TextFailure, TextWay } from '../../../src/domain/alarm/alarm-text.ts'

/** What a message says. Carriers in China send approved templates only, so its parts stand by themselves. */
export type TextMessage =
  | { about: 'code'; code: string }
  | { about: 'alarm' | 'emergency'; what: string; who: string; place: string; text: string }

/** Thrown when a message was not taken. */
export class TextProblem extends Error {
  /** True when it may work later: nobody could be reached, or they are overloaded. */
  readonly passing: boolean
  readonly failure: TextFailure
  constructor(message: string, options: { passing: boolean; failure: TextFailure; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'TextProblem'
    this.passing = options.passing
    this.failure = options.failure
  }
}

export interface TextRequest {
  /** Our number of the message; a carrier that gets it twice sends it once, if it can. */
  id: number
  /** Eleven digits, of mainland China. */
  phone: string
  message: TextMessage
}

export interface SentText {
  id: number
  phone: string
  /** What the carrier calls it. */
  number: string
  sentAt: number
}

export type TextOutcome = { state: 'delivered' } | { state: 'failed'; reason: string } | { state: 'waiting' }

export interface TextProvider {
  way: TextWay
  /** Hands it over; answers what the carrier calls it, and whether that is all there will ever be to know. */
  send(order: TextRequest): Promise<{ number: string; delivered?: boolean }>
  /** What became of one; absent where receipts are called back. */
  ask?(sent: SentText): Promise<TextOutcome>
}

/** The whole text, for carriers without templates. */
export const textOf = (message: TextMessage) =>
  `Gatehouse: ${message.about === 'code' ? message.code : message.text}`

/** What a person can read of a carrier's own words. */
export const readable = (reason: string | undefined) =>
  (reason ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .slice(0, 200)

/** Most characters that a variable of a template takes. */
const MOST_IN_VARIABLE = 35
export const variable = (text: string) => text.slice(0, MOST_IN_VARIABLE) || '-'
