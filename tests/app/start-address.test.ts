// Links that carry their path or query before the hash, and the key of an auto-login link.
import { expect, test } from 'vitest'
import { autoLoginOf, hashAddressOf, providerAnswerOf, signInNameOf } from '../../src/app/start-address.ts'

test.each([
  ['/', '', '', undefined],
  ['/', '', '#/DeviceList?q=1', undefined],
  ['/', '?imei=86', '#/ProDeviceList', '/#/ProDeviceList?imei=86'],
  ['/', '?imei=86', '#/ProDeviceList?key=x', '/#/ProDeviceList?key=x&imei=86'],
  ['/ProDeviceList', '?imei=86&key=x', '', '/#/ProDeviceList?imei=86&key=x'],
  ['/ProDeviceList', '', '', '/#/ProDeviceList'],
  ['/', '?a=1', '', '/#/?a=1'],
])('%s %s %s', (pathname, search, hash, expected) => {
  expect(hashAddressOf({ pathname, search, hash })).toBe(expected)
})

test('takes the key out of the address', () => {
  expect(autoLoginOf('#/ProDeviceList?imei=866040053214418&key=a%2Bb')).toEqual({
    key: 'a+b',
    address: '/#/ProDeviceList?imei=866040053214418',
  })
  expect(autoLoginOf('#/ProDeviceList?key=x')).toEqual({ key: 'x', address: '/#/ProDeviceList' })
  expect(autoLoginOf('#/ProDeviceList?imei=1')).toBeUndefined()
  expect(autoLoginOf('#/DeviceList?key=x')).toBeUndefined()
})

test('takes what a sign-in service said out of the address, and reads the organisation that it names', () => {
  const answer = 'code=a%2Bb&state=c'
  expect(providerAnswerOf(`#/login?answer=${encodeURIComponent(answer)}`)).toEqual({
    answer,
    address: '/#/login',
  })
  expect(providerAnswerOf('#/login')).toBeUndefined()
  expect(providerAnswerOf('#/DeviceList?answer=x')).toBeUndefined()
  expect(signInNameOf('#/login?tenant=Harbour')).toBe('harbour')
  expect(signInNameOf('#/login?tenant=%2242%22')).toBe('42')
  expect(signInNameOf('#/login')).toBeUndefined()
  expect(signInNameOf('#/DeviceList?tenant=x')).toBeUndefined()
})
