// Offers of participants: what they send, where there is room for others, and what is refused.
import { expect, test } from 'vitest'
import { completeAnswer, readOffer, withOneCodec } from '../../../../server/modules/conference/sfu/offer.ts'

const LEVEL = 'urn:ietf:params:rtp-hdrext:ssrc-audio-level'
const NUMBER = 'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01'
const head = [
  'v=0',
  'o=- 1 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0 1 2 3',
  'a=extmap-allow-mixed',
]
const audio = (mid: number, way = 'sendonly') => [
  'm=audio 9 UDP/TLS/RTP/SAVPF 111 63',
  'c=IN IP4 0.0.0.0',
  `a=mid:${mid}`,
  `a=extmap:1 ${LEVEL}`,
  'a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid',
  `a=${way}`,
  'a=rtpmap:111 opus/48000/2',
  'a=rtpmap:63 red/48000/2',
  'a=fmtp:63 111/111',
]
const video = (mid: number, way = 'sendonly') => [
  'm=video 9 UDP/TLS/RTP/SAVPF 98 97 96',
  `a=mid:${mid}`,
  `a=extmap:3 ${NUMBER}`,
  'a=extmap:13 urn:3gpp:video-orientation',
  `a=${way}`,
  'a=rtpmap:98 VP9/90000',
  'a=rtpmap:96 VP8/90000',
  'a=rtcp-fb:96 nack pli',
  'a=rtpmap:97 rtx/90000',
  'a=fmtp:97 apt=96',
  'a=ssrc-group:FID 5 6',
  'a=ssrc:5 cname:x',
]
const sdpOf = (...sections: string[][]) => `${[head, ...sections].flat().join('\r\n')}\r\n`
const offerOf = (sdp: string) => {
  const offer = readOffer(sdp)
  if (typeof offer === 'string') throw new Error(offer)
  return offer
}

test('tells what is sent from where there is room, and leaves out what is not known here', () => {
  const offer = offerOf(sdpOf(audio(0), video(1), video(2), video(3, 'recvonly'), audio(4, 'recvonly')))
  expect(offer.up).toMatchObject({
    audio: { mid: '0', payloadType: 111, audioLevel: 1, transportNumber: undefined },
    video: { mid: '1', payloadType: 96, transportNumber: 3 },
    screen: { mid: '2' },
  })
  expect([offer.down.video, offer.down.audio].map(lines => lines.map(({ mid }) => mid))).toEqual([
    ['3'],
    ['4'],
  ])
  const text = withOneCodec(offer.sdp, offer.lines)
  expect(text).not.toMatch(/VP9|rtx|red|orientation|sdes|FID|allow-mixed/)
  expect(text.match(/^m=.*$/gm)).toEqual([
    'm=audio 9 UDP/TLS/RTP/SAVPF 111',
    'm=video 9 UDP/TLS/RTP/SAVPF 96',
    'm=video 9 UDP/TLS/RTP/SAVPF 96',
    'm=video 9 UDP/TLS/RTP/SAVPF 96',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  ])
  expect(text).toContain('a=ssrc:5 cname:x')
})

const RID = 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id'
const layered = (mid: number, rids: string) => [
  ...video(mid),
  `a=extmap:7 ${RID}`,
  ...rids.split(';').map(rid => `a=rid:${rid} send`),
  `a=simulcast:send ${rids}`,
]

test('layers are known by their names, and the answer takes them and counts what goes down', () => {
  const offer = offerOf(sdpOf(layered(0, 'q;h;f')))
  expect(offer.up.video).toMatchObject({ rids: ['q', 'h', 'f'], ridNumber: 7 })
  const answer = completeAnswer(withOneCodec(offer.sdp, offer.lines), offer.lines)
  expect(answer.match(/^a=(?:rid|simulcast):.*$/gm)).toEqual([
    'a=rid:q recv',
    'a=rid:h recv',
    'a=rid:f recv',
    'a=simulcast:recv q;h;f',
  ])
  const down = offerOf(sdpOf(audio(0), video(1, 'recvonly')))
  const other = completeAnswer(
    'v=0\r\nm=audio 9 X 111\r\na=mid:0\r\nm=video 9 X 96\r\na=mid:1\r\n',
    down.lines,
  )
  expect(other).toBe(
    `v=0\r\nm=audio 9 X 111\r\na=mid:0\r\nm=video 9 X 96\r\na=mid:1\r\na=extmap:3 ${NUMBER}\r\na=rtcp-fb:96 transport-cc\r\n`,
  )
})

test.each<[string, string]>([
  ['layers beside other lines', sdpOf(layered(0, 'q;h;f'), audio(1))],
  ['wrong layers', sdpOf(layered(0, 'a;b;c;d'))],
  ['wrong layers', sdpOf(layered(0, 'q;q'))],
  ['layers without names', sdpOf(layered(0, 'q;h').filter(row => !row.includes('stream-id')))],
  ['no description', 'hello'],
  ['no media', `${head.join('\r\n')}\r\n`],
  ['too long', `v=0\r\n${'a=x\r\n'.repeat(20_000)}`],
  ['too many lines', sdpOf(...Array.from({ length: 41 }, (_, mid) => audio(mid)))],
  ['a line twice', sdpOf(audio(0), video(0))],
  ['neither sound nor picture', sdpOf(['m=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'a=mid:0'])],
  ['neither sound nor picture', sdpOf(['m=audio 9 RTP/AVP 0', 'a=mid:0'])],
  ['a line without a name', sdpOf(audio(0).filter(row => !row.startsWith('a=mid')))],
  ['a line without a name', sdpOf(audio(0).map(row => (row.startsWith('a=mid') ? 'a=mid:../../etc' : row)))],
  ['no VP8', sdpOf(video(0).filter(row => !row.includes('VP8')))],
  ['no Opus', sdpOf(audio(0).map(row => row.replace('111 opus', '999 opus')))],
])('refuses: %s', (why, sdp) => expect(readOffer(sdp)).toBe(why))
