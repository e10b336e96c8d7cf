// What may become of an announcement, in a table.
import { expect, test } from 'vitest'
import {
  type AnnouncementAct,
  type AnnouncementFacts,
  announcementAfter,
} from '../../../src/domain/announcement/announcement-step.ts'

const NOW = 1_000
const facts = (
  state: AnnouncementFacts['state'],
  more: Partial<AnnouncementFacts> = {},
): AnnouncementFacts => ({
  state,
  needsApproval: 'needed',
  publishAt: null,
  expiresAt: null,
  ...more,
})
const free = { needsApproval: 'notNeeded' } as const
const later = { publishAt: NOW + 1 }
const over = { expiresAt: NOW }

test.each<[name: string, AnnouncementFacts, AnnouncementAct, ReturnType<typeof announcementAfter>]>([
  ['is submitted', facts('draft'), 'submit', { state: 'inReview', review: 'begin' }],
  ['needs nobody', facts('draft', free), 'submit', { state: 'approved' }],
  ['needs nobody and has a time', facts('draft', { ...free, ...later }), 'submit', { state: 'scheduled' }],
  ['is not submitted when it is over', facts('draft', over), 'submit', undefined],
  ['is not submitted twice', facts('inReview'), 'submit', undefined],
  ['is agreed to', facts('inReview'), 'agreed', { state: 'approved' }],
  ['is agreed to and has a time', facts('inReview', later), 'agreed', { state: 'scheduled' }],
  ['is agreed to after its end', facts('inReview', { ...later, ...over }), 'agreed', { state: 'approved' }],
  ['is sent back', facts('inReview'), 'sentBack', { state: 'draft' }],
  ['is not agreed to when it was withdrawn', facts('draft'), 'agreed', undefined],
  ['is edited in review', facts('inReview'), 'edit', { state: 'inReview', review: 'begin' }],
  ['is edited after it was agreed to', facts('approved'), 'edit', { state: 'inReview', review: 'begin' }],
  [
    'is edited while it is scheduled',
    facts('scheduled', later),
    'edit',
    { state: 'inReview', review: 'begin' },
  ],
  [
    'is edited so that nobody has to agree',
    facts('inReview', free),
    'edit',
    { state: 'approved', review: 'withdraw' },
  ],
  ['is edited as a draft', facts('draft'), 'edit', { state: 'draft' }],
  ['is edited after it was withdrawn', facts('withdrawn'), 'edit', { state: 'draft' }],
  ['is not edited in public', facts('published'), 'edit', undefined],
  ['is published', facts('approved'), 'publish', { state: 'published' }],
  ['is published before its time', facts('scheduled', later), 'publish', { state: 'published' }],
  ['is not published after its end', facts('approved', over), 'publish', undefined],
  ['is not published without agreement', facts('draft'), 'publish', undefined],
  ['is not published in review', facts('inReview'), 'publish', undefined],
  ['is withdrawn from review', facts('inReview'), 'withdraw', { state: 'draft', review: 'withdraw' }],
  ['is withdrawn before its time', facts('scheduled', later), 'withdraw', { state: 'draft' }],
  ['is withdrawn from the public', facts('published'), 'withdraw', { state: 'withdrawn' }],
  ['waits for its time', facts('scheduled', later), 'clock', undefined],
  ['comes out at its time', facts('scheduled', { publishAt: NOW }), 'clock', { state: 'published' }],
  [
    'never comes out after its end',
    facts('scheduled', { publishAt: 1, ...over }),
    'clock',
    { state: 'expired' },
  ],
  ['ends', facts('published', over), 'clock', { state: 'expired' }],
  ['lasts', facts('published', { expiresAt: NOW + 1 }), 'clock', undefined],
])('%s', (_, given, act, want) => {
  expect(announcementAfter(given, act, NOW)).toEqual(want)
})
