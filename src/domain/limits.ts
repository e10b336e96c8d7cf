// Patterns and lengths that a schema, a form field and a program ask alike: each stands here, once. No imports, so that
// the smallest page can load it.

/** Mainland mobile number: 11 digits, 1 then 3 to 9 (console specification, section 5). */
export const PHONE = /^1[3-9]\d{9}$/
export const PHONE_DIGITS = 11

/** An IMEI has 15 digits; the demo and some makers use 10 to 20. */
export const IMEI_DIGITS = { least: 10, most: 20 } as const
export const IMEI = /^\d{10,20}$/

/** The address of an uploaded file, as the server gives it. */
export const FILE_ADDRESS = /^\/files\/[\w-]{20,80}$/

export const ICCID = /^[0-9A-Fa-f]{19,20}$/
export const IMSI = /^\d{14,15}$/

/** Names a part of something through all of its versions, such as a step of a card or a tile of a board. */
export const PART_KEY = /^[A-Za-z0-9-]{1,64}$/

/** The id of a row as an address carries it. */
export const ROW_ID = /^\d{1,15}$/
/** So many of them at most, with commas between. */
export const rowIds = (most: number): RegExp => new RegExp(`^\\d{1,15}(,\\d{1,15}){0,${most - 1}}$`)

/** At least 8 characters, so that throttled guessing stays hopeless; the upper bound keeps hashing cheap. */
export const PASSWORD_LENGTH = { least: 8, most: 128 } as const

/** Longest texts of fields that have an input of their own. */
export const USERNAME_LENGTH = 40
export const NAME_LENGTH = 60
export const NUMBER_LENGTH = 40
export const PLACE_LENGTH = 200
export const NOTE_LENGTH = 500
export const ADDRESS_LENGTH = 500
export const WELCOME_LENGTH = 100
export const CONTACT_LENGTH = { name: 40, relationship: 20 } as const

/** A moment in an address: epoch milliseconds. */
export const WRITTEN_MOMENT = /^\d{12,14}$/

/** Longest text to search for. */
export const SEARCH_LENGTH = 100
/** Things bought in one order, and bills of one payment page. */
export const MOST_BOUGHT = 200

/** 24 bytes as base64url: a code in a link. */
export const BYTES_24 = /^[A-Za-z0-9_-]{32}$/
/** 32 bytes as base64url: a token, a signature, a receipt. */
export const BYTES_32 = /^[A-Za-z0-9_-]{43}$/
/** The id of a row as text. */
export const WRITTEN_ID = /^[1-9]\d{0,14}$/
/** SHA-256 in hexadecimal digits. */
export const SHA256_DIGITS = /^[0-9a-f]{64}$/
/** A picture that a page may show: of this origin or of the web, no other scheme. */
export const SHOWN_ADDRESS = /^(https?:\/\/|\/(?!\/))/
/** A path of this origin: not the beginning of another host's address. */
export const OWN_PATH = /^\/(?![/\\])/
export const WEB_ADDRESS = /^https?:\/\//
/** A word of the wire that is a small number. */
export const SMALL_NUMBER = /^-?\d{1,3}$/

/** A day as it is written and kept where no clock matters, such as a birthday. */
/** A month as it is written, YYYY-MM. */
export const WRITTEN_MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

export const WRITTEN_DAY = /^\d{4}-\d\d-\d\d$/

/** Where a camera is played: an address without an account in it, or a gateway's name of the stream. */
export const CAMERA_ADDRESS = /^(?:rtsp:\/\/[^\s@/]+(?:\/\S*)?|[\w.~-]+(?:\/[\w.~-]+)*)$/
/** Where a camera is asked over ONVIF. */
export const ONVIF_ADDRESS = /^https?:\/\/[^\s@/]+(?:\/\S*)?$/
/** A district of China as the administration numbers it, or its city or province. */
export const REGION_CODE = /^\d{6}$/
/** The number on the door of a room: digits and letters of any script, with dashes between. */
export const ROOM_NUMBER = /^[\p{L}\d]+(?:-[\p{L}\d]+)*$/u
/** What a visitor dials at a door for a room. */
export const CALL_NUMBER = /^\d{1,8}$/
/** The unified social credit code of a company: 18 digits and capitals. */
export const CREDIT_CODE = /^[0-9A-HJ-NPQRTUWXY]{18}$/
/** A colour as a skin's tokens write it. */
export const COLOUR = /^#[0-9a-fA-F]{6}$/
/** An encrypted address without an account in it. */
export const SAFE_ADDRESS = /^https:\/\/[^\s@/]+(?:\/\S*)?$/

/** Of codes that people read and type: without signs that look like others. */
export const CODE_SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
