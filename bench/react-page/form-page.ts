import { createElement, useState } from 'react'
import { Route, Routes } from 'react-router'

const FIELDS = ['Nome ou Apelido', 'Mesa', 'Telefone']
const CHOICES = ['Homens', 'Mulheres', 'Todos']

/** One form, drawn at build time and hydrated: the least that a page of React and react-router does. */
export function FormPage() {
  return createElement(
    Routes,
    null,
    createElement(Route, { path: '/', element: createElement(Form) }),
  )
}

function Form() {
  const [values, setValues] = useState<Record<string, string>>({})
  const [choice, setChoice] = useState('Todos')
  const fields = FIELDS.map((name) =>
    createElement(
      'p',
      { key: name },
      createElement('label', { htmlFor: name }, name),
      createElement('input', {
        id: name,
        value: values[name] ?? '',
        onChange: (event: { currentTarget: HTMLInputElement }) =>
          setValues({ ...values, [name]: event.currentTarget.value }),
      }),
    ),
  )
  const choices = CHOICES.map((name) =>
    createElement(
      'label',
      { key: name },
      createElement('input', {
        type: 'radio',
        name: 'choice',
        checked: choice === name,
        onChange: () => setChoice(name),
      }),
      name,
    ),
  )
  return createElement(
    'main',
    null,
    createElement('h1', null, 'Boteco da Ana'),
    createElement(
      'form',
      null,
      fields,
      choices,
      createElement('button', { type: 'submit' }, 'Entrar'),
    ),
  )
}
