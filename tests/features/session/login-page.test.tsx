// The login screen in a real browser: what it asks for, what it sends, what it says when it is refused.
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { LoginPage, type LoginPageProps } from '../../../src/features/session/login-page.tsx'
import { configureHttp } from '../../../src/platform/http.ts'
import { RequestError } from '../../../src/platform/request-error.ts'
import { UiProvider } from '../../../src/ui/provider.tsx'
import { creation, fakePasskey } from './fake-passkey.ts'

const onEnter = vi.fn(async () => {})
const answers = vi.fn<(address: string, init: RequestInit) => unknown>()

const user = {
  id: 1,
  username: 'admin',
  name: 'Lin',
  nickname: null,
  phone: null,
  gender: 1,
  tenantId: 2,
  tenantName: 'T',
  scenario: 'community',
  departmentId: null,
  departmentName: null,
  roleNames: [],
  visitor: false,
  highest: false,
}

const accounts = { password: 'Public-1', usernames: ['admin', 'patrol'], phone: '13800000007' }

type Given = Pick<LoginPageProps, 'provider'> & { visitors?: boolean; demo?: boolean; texts?: boolean }

function show({ visitors = true, demo = false, texts = true, provider }: Given = {}) {
  i18n.load('en', {})
  i18n.activate('en')
  return render(
    <I18nProvider i18n={i18n}>
      <UiProvider skin="blue" direction="ltr">
        <LoginPage
          siteName="Green Park"
          demo={demo ? accounts : null}
          visitors={visitors}
          texts={texts}
          provider={provider}
          reached
          language="EN"
          languageChoice={null}
          onEnter={onEnter}
        />
      </UiProvider>
    </I18nProvider>,
  )
}

beforeEach(() => {
  vi.clearAllMocks()
  answers.mockImplementation(address =>
    address.endsWith('getNavigationBar') ? { code: 0, data: [] } : { code: 0, data: user },
  )
  configureHttp({
    fetch: async (address, init = {}) =>
      new Response(JSON.stringify(answers(String(address), init)), { headers: { Authorization: 'fresh' } }),
  })
})

const submit = () => page.getByRole('button', { name: 'Log in', exact: true }).click()

test('there is no way by phone where no text message can be sent', async () => {
  await show({ texts: false })
  await expect.element(page.getByRole('tab', { name: 'Account' })).toBeVisible()
  await expect.element(page.getByRole('tab', { name: 'Visitor' })).toBeVisible()
  expect(page.getByRole('tab', { name: 'Phone' }).elements()).toHaveLength(0)
})

test('a demo offers its accounts, and one tap fills the form', async () => {
  await show({ demo: true })
  await page.getByRole('button', { name: 'patrol', exact: true }).click()
  await expect.element(page.getByRole('textbox', { name: 'Account' })).toHaveValue('patrol')
  await submit()
  await expect
    .poll(() => answers.mock.calls.map(([address]) => address))
    .toContainEqual(expect.stringMatching(/login/))
  await page.getByRole('tab', { name: 'Phone' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Phone number' })).toHaveValue('13800000007')
})

test('outside a demo nobody is offered an account', async () => {
  await show()
  expect(page.getByText('Demo: choose an account').elements()).toHaveLength(0)
  expect(page.getByRole('button', { name: 'patrol' }).elements()).toHaveLength(0)
})

test('asks for account and password, each at its field', async () => {
  await show()
  await submit()
  await expect.element(page.getByText('Account must not be empty')).toBeVisible()
  await expect.element(page.getByText('Password must not be empty')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Account' })).toHaveFocus()
  expect(answers).not.toHaveBeenCalled()
})

test('enters with the token, the person and the menu', async () => {
  await show()
  await page.getByRole('textbox', { name: 'Account' }).fill('admin')
  await page.getByLabelText('Password', { exact: true }).fill('secret-1')
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(onEnter).toHaveBeenCalledTimes(1), 10_000)
  expect(onEnter.mock.calls[0]).toMatchObject([{ token: 'fresh', user: { id: 1, gender: 'male' }, menu: [] }])
  expect(answers.mock.calls[0]?.[1].body).toBe('{"username":"admin","password":"secret-1","language":"EN"}')
})

test('says why it was refused', async () => {
  answers.mockReturnValue({ code: 1400, id: 'session.badCredentials' })
  await show()
  await page.getByRole('textbox', { name: 'Account' }).fill('admin')
  await page.getByLabelText('Password', { exact: true }).fill('wrong')
  await submit()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The account or the password is wrong')
  expect(onEnter).not.toHaveBeenCalled()
})

test('sends a code to a valid number and counts down to the next', async () => {
  answers.mockReturnValue({ code: 0, data: { requestId: 'r1', retryAfterSeconds: 60 } })
  await show()
  await page.getByRole('tab', { name: 'Phone' }).click()
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect.element(page.getByText('Phone number must not be empty')).toBeVisible()
  await page.getByRole('textbox', { name: 'Phone number' }).fill('12345')
  await expect.element(page.getByText('Enter a mobile number of 11 digits')).toBeVisible()
  expect(answers).not.toHaveBeenCalled()
  await page.getByRole('textbox', { name: 'Phone number' }).fill('13800000001')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect.element(page.getByRole('button', { name: /Again in/ })).toBeDisabled()
  await submit()
  await expect.element(page.getByText('SMS code must not be empty')).toBeVisible()
})

test('offers visitors their way only where they are admitted', async () => {
  const shown = await show({ visitors: false })
  await expect.element(page.getByRole('tab', { name: 'Phone' })).toBeVisible()
  expect(page.getByRole('tab', { name: 'Visitor' }).elements()).toHaveLength(0)
  await shown.unmount()
  await show()
  await page.getByRole('tab', { name: 'Account' }).click()
  await userEvent.keyboard('{ArrowLeft}')
  await page.getByRole('button', { name: 'Enter as a visitor' }).click()
  await vi.waitFor(() => expect(onEnter).toHaveBeenCalledTimes(1), 10_000)
})

test('who comes with a temporary password chooses their own first', async () => {
  answers.mockImplementation((address, { body }) => {
    if (address.endsWith('auth/login'))
      return { code: 1400, id: 'session.temporaryPassword', msg: 'temporary' }
    if (address.endsWith('getNavigationBar')) return { code: 0, data: [] }
    const { newPassword } = JSON.parse(String(body))
    return newPassword === 'k7mp-3hwd'
      ? { code: 1400, id: 'field.passwordSame', field: 'newPassword', msg: 'same' }
      : { code: 0, data: user }
  })
  await show()
  await page.getByRole('textbox', { name: 'Account' }).fill('zhao')
  await page.getByLabelText('Password', { exact: true }).fill('k7mp-3hwd')
  await submit()
  const first = page.getByLabelText('New password', { exact: true })
  await expect.element(first).toHaveFocus()
  expect(onEnter).not.toHaveBeenCalled()
  const again = page.getByLabelText('New password again')
  const save = page.getByRole('button', { name: 'Save and log in' })
  await first.fill('short')
  await save.click()
  await expect.element(page.getByText('The passwords do not match')).toBeVisible()
  await first.fill('k7mp-3hwd')
  await again.fill('k7mp-3hwd')
  await save.click()
  await expect.element(page.getByText('Choose another password than this one')).toBeVisible()
  await first.fill('My own one, 2026')
  await again.fill('My own one, 2026')
  await save.click()
  await expect.poll(() => onEnter.mock.calls.length).toBe(1)
  const sent = answers.mock.calls.filter(([address]) => address.endsWith('auth/firstPassword')).at(-1)
  expect(JSON.parse(String(sent?.[1].body))).toMatchObject({
    username: 'zhao',
    password: 'k7mp-3hwd',
    newPassword: 'My own one, 2026',
  })
})

test('back from choosing, the temporary password is forgotten', async () => {
  answers.mockImplementation(() => ({ code: 1400, id: 'session.temporaryPassword', msg: 'temporary' }))
  await show()
  await page.getByRole('textbox', { name: 'Account' }).fill('zhao')
  await page.getByLabelText('Password', { exact: true }).fill('k7mp-3hwd')
  await submit()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Account' })).toHaveValue('zhao')
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveValue('')
})

const secondFactor = {
  code: 1400,
  id: 'session.secondFactor',
  params: { challenge: 'c'.repeat(43), app: 1, passkey: 0 },
}

async function meetSecondStep() {
  await show()
  await page.getByRole('textbox', { name: 'Account' }).fill('zhao')
  await page.getByLabelText('Password', { exact: true }).fill('right-1')
  await submit()
}

test('where a second factor stands its code is asked for, and nobody has entered before', async () => {
  answers.mockImplementation((address, { body }) => {
    if (address.endsWith('auth/login')) return secondFactor
    if (address.endsWith('getNavigationBar')) return { code: 0, data: [] }
    return JSON.parse(String(body)).code === '111111'
      ? { code: 1400, id: 'session.badFactor', field: 'code' }
      : { code: 0, data: user }
  })
  await meetSecondStep()
  const code = page.getByRole('textbox', { name: 'Code from the app' })
  await expect.element(code).toHaveFocus()
  expect(onEnter).not.toHaveBeenCalled()
  await submit()
  await expect.element(page.getByText('Enter the six digits that the app shows')).toBeVisible()
  await code.fill('111111')
  await submit()
  await expect.element(page.getByText('The code is wrong or was used already')).toBeVisible()
  await code.fill('222 333')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => onEnter.mock.calls.length).toBe(1)
  expect(onEnter.mock.calls[0]).toMatchObject([{ token: 'fresh', user: { id: 1 } }])
  const sent = answers.mock.calls.filter(([address]) => address.endsWith('auth/secondFactor')).at(-1)
  expect(JSON.parse(String(sent?.[1].body))).toEqual({
    challenge: 'c'.repeat(43),
    code: '222 333',
    language: 'EN',
  })
})

test('who has lost the app enters a recovery code, and may go back to the beginning', async () => {
  answers.mockImplementation(address => {
    if (address.endsWith('auth/login')) return secondFactor
    return { code: 1400, id: 'session.challengeOver' }
  })
  await meetSecondStep()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  const code = page.getByRole('textbox', { name: 'Recovery code' })
  await expect.element(code).toHaveFocus()
  await code.fill('123456')
  await submit()
  await expect.element(page.getByText('A recovery code has 16 letters and digits')).toBeVisible()
  await code.fill('abcd-efgh-jkmn-2345')
  await submit()
  await expect.element(page.getByText(/too many wrong codes/)).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Account' })).toBeVisible()
})

test('where the rules ask for a second factor it is set up first, and its codes are kept before anything else', async () => {
  answers.mockImplementation(address => {
    if (address.endsWith('auth/login')) return { ...secondFactor, id: 'session.enrolFactor' }
    if (address.endsWith('auth/beginEnrolment'))
      return {
        code: 0,
        data: { secret: 'ABCDEFGHIJKLMNOP', address: 'otpauth://totp/G:zhao?secret=AB', username: 'zhao' },
      }
    if (address.endsWith('auth/finishEnrolment'))
      return { code: 0, data: { user, codes: ['abcd-efgh-jkmn-2345'] } }
    return { code: 0, data: [] }
  })
  await meetSecondStep()
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await expect.element(page.getByText('ABCD EFGH IJKL MNOP')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm and log in' }).click()
  await expect.element(page.getByText('Enter the six digits that the app shows')).toBeVisible()
  await page.getByRole('textbox', { name: 'Code from the app' }).fill('123456')
  await page.getByRole('button', { name: 'Confirm and log in' }).click()
  await expect.element(page.getByText('abcd-efgh-jkmn-2345')).toBeVisible()
  expect(onEnter).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect.poll(() => onEnter.mock.calls.length).toBe(1)
  expect(onEnter.mock.calls[0]).toMatchObject([{ token: 'fresh', user: { id: 1 } }])
})

test('a passkey is set up in its place, and whoever closes the browser’s question still chooses', async () => {
  answers.mockImplementation(address => {
    if (address.endsWith('auth/login')) return { ...secondFactor, id: 'session.enrolFactor' }
    if (address.endsWith('auth/beginPasskeyEnrolment')) return { code: 0, data: creation }
    if (address.endsWith('auth/finishPasskeyEnrolment'))
      return { code: 0, data: { user, codes: ['abcd-efgh-jkmn-2345'] } }
    return { code: 0, data: [] }
  })
  vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException('closed', 'NotAllowedError'))
  await meetSecondStep()
  const add = page.getByRole('button', { name: 'Add a passkey' })
  await add.click()
  await expect.element(page.getByText('The passkey was not used, or is not known here')).toBeVisible()
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByRole('button', { name: 'Back' }).click()
  fakePasskey()
  await add.click()
  await expect.element(page.getByText('abcd-efgh-jkmn-2345')).toBeVisible()
  expect(onEnter).not.toHaveBeenCalled()
  const sent = answers.mock.calls.filter(([address]) => address.endsWith('finishPasskeyEnrolment')).at(-1)
  expect(JSON.parse(String(sent?.[1].body))).toMatchObject({
    challenge: 'c'.repeat(43),
    name: expect.stringMatching(/./),
    made: { id: 'a2V5', type: 'public-key' },
    language: 'EN',
  })
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect.poll(() => onEnter.mock.calls.length).toBe(1)
  expect(onEnter.mock.calls[0]).toMatchObject([{ token: 'fresh', user: { id: 1 } }])
})

test('whoever closes the browser’s question for a passkey stays where they are, and is told', async () => {
  vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('closed', 'NotAllowedError'))
  answers.mockImplementation(() => ({
    code: 0,
    data: {
      challenge: 'c'.repeat(43),
      rpId: 'localhost',
      timeout: 60_000,
      allowCredentials: [],
      userVerification: 'required',
    },
  }))
  await show()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect.element(page.getByText('The passkey was not used, or is not known here')).toBeVisible()
  expect(onEnter).not.toHaveBeenCalled()
})

test('where only a passkey stands it is offered, and a recovery code for when it is lost', async () => {
  answers.mockImplementation(() => ({
    ...secondFactor,
    params: { challenge: 'c'.repeat(43), app: 0, passkey: 1 },
  }))
  await meetSecondStep()
  await expect.element(page.getByText(/One more step: use your passkey/)).toBeVisible()
  expect(page.getByRole('textbox').elements()).toHaveLength(0)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Recovery code' })).toHaveFocus()
  await expect.element(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Use the app' }).elements()).toHaveLength(0)
})

test('an organisation that the address names is offered by its own name, and nothing of an account is asked', async () => {
  answers.mockImplementation(address =>
    address.includes('providerOffer') ? { code: 0, data: { name: 'Harbour ID' } } : { code: 0, data: user },
  )
  await show({ provider: { tenant: 'harbour' } })
  await expect.element(page.getByRole('button', { name: 'Log in with Harbour ID' })).toBeVisible()
  expect(answers.mock.calls.map(([address]) => address)).toEqual([expect.stringMatching(/tenant=harbour$/)])
})

test('an organisation is found by the name that somebody types, and one that is none says so', async () => {
  answers.mockImplementation(() => ({ code: 1400, id: 'provider.off' }))
  await show({ provider: {} })
  await page.getByRole('button', { name: 'Use your organisation’s sign-in' }).click()
  const field = page.getByRole('textbox', { name: 'Sign-in name of your organisation' })
  await field.fill('not a name')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByText('Small letters, digits and dashes; at most 40')).toBeVisible()
  expect(answers).not.toHaveBeenCalled()
  await field.fill('Nowhere')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByText(/There is no organisation with this sign-in name/)).toBeVisible()
  expect(String(answers.mock.calls[0]?.[1].body)).toContain('"tenant":"nowhere"')
})

test('where no organisation has a sign-in service, none is offered', async () => {
  await show()
  await expect.element(page.getByRole('textbox', { name: 'Account' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Use your organisation’s sign-in' }).elements()).toHaveLength(0)
})

test('what kept somebody out who came back from a sign-in service is said', async () => {
  const failed = new RequestError({ kind: 'refused', id: 'provider.unknownPerson' })
  await show({ provider: { failed } })
  await expect
    .element(page.getByText('You are not known here yet. Ask your administrator to add you.'))
    .toBeVisible()
})
