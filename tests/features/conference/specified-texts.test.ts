// The texts that the specification names to the letter, as the Chinese catalogue has them.
import { readFileSync } from 'node:fs'
import type { MessageDescriptor } from '@lingui/core'
import { expect, it } from 'vitest'
import type { RoomFault } from '../../../src/domain/conference/faults.ts'
import { callWords, faultWords, recordingWords } from '../../../src/features/conference/room-words.ts'
import { problemWords } from '../../../src/resource/media-problem-words.ts'

const catalogue = readFileSync(new URL('../../../locales/cn/messages.po', import.meta.url), 'utf8')
/** Every text of the catalogue under its message, whatever its context. */
const chinese = (message: MessageDescriptor | string): string[] => {
  const text = typeof message === 'string' ? message : (message.message ?? '')
  return [...catalogue.matchAll(/msgid "(.*)"\nmsgstr "(.*)"/g)]
    .filter(([, id]) => id === text)
    .map(([, , said]) => said ?? '')
}

const faults: Record<RoomFault, string> = {
  noUserId: '缺少用户ID',
  noUserName: '缺少用户名称',
  noPassword: '缺少用户密码',
  noService: '缺少服务环境',
  noAppKey: '缺少appKey',
  noSourceId: '缺少getsourceId',
  notLoggedIn: '你还没有登录',
  noRoomNumber: '请先填写房间号',
  notInRoom: '不在房间内',
  notYetInRoom: '还没有进入房间',
  notInTheRoom: '您不在房间内!',
  noSuchMember: '没有找到该成员',
  noData: '没有数据!',
  noElement: '缺少远端 el message',
  noRoomJoined: '您还没有加入房间',
  recordingIncomplete: '必填的数据为空',
  recordingSetInRoom: '请在加入房间前设置',
  recordingNotSet: '没有配置录制参数，请离开房间后设置~',
}

it.each(Object.entries(faults))('%s', (fault, text) => {
  expect(chinese(faultWords[fault as RoomFault])).toContain(text)
})

it.each([
  [recordingWords.started, '开始视频录制'],
  [recordingWords.startFailed, '录制开启失败'],
  [recordingWords.stopped, '结束录制视频'],
  [recordingWords.stopFailed, '停止录制失败'],
  [callWords.began, '开始通话'],
  [callWords.ended, '结束通话'],
  [problemWords.unsupported, '当前浏览器不兼容 WebSDK'],
  [problemWords.noDevices, '检测不到可用的麦克风、摄像头设备'],
  [problemWords.insecure, '你的浏览器环境不是localhost或https'],
  ['Join room', '加入房间'],
  ['Join', '加入'],
  ['Cancel', '取消'],
  ['Exit room', '退出房间'],
  ['Room information', '房间信息'],
  ['Full screen', '全屏'],
  ['Exit', '退出'],
  ['Refresh', '刷新'],
  ['No users', '无用户'],
  ['{displayName} (you)', '{displayName}(自身)'],
] as const)('$1', (message, text) => {
  expect(chinese(message)).toContain(text)
})
