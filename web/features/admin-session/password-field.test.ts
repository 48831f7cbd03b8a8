import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NewPasswordField, PasswordField } from './password-field.tsx'

const field = { value: 'x', onChange: () => {}, error: null }

test.each([
  createElement(PasswordField, { ...field, label: 'Senha', autoComplete: 'current-password' }),
  createElement(NewPasswordField, field),
])(
  'a password is hidden until its button is pressed, and a password manager knows its purpose',
  (form) => {
    const [input = ''] = renderToStaticMarkup(form).match(/<input[^>]*>/) ?? []
    expect(input).toContain('type="password"')
    expect(input).toMatch(/autocomplete="(?:current|new)-password"/i)
  },
)
