"""Prints the figures of a JUnit report as junitparser reads it: those of its suites, and those of its cases."""
import json
import sys

from junitparser import Error, Failure, JUnitXml, Skipped

suites = list(JUnitXml.fromfile(sys.argv[1]))
cases = [case for suite in suites for case in suite]


def having(element):
    return sum(any(isinstance(one, element) for one in case.result) for case in cases)


print(json.dumps({
    "declared": {
        "tests": sum(suite.tests for suite in suites),
        "failures": sum(suite.failures for suite in suites),
        "errors": sum(suite.errors for suite in suites),
        "skipped": sum(suite.skipped for suite in suites),
        "time": sum(suite.time for suite in suites),
    },
    "counted": {
        "tests": len(cases),
        "failures": having(Failure),
        "errors": having(Error),
        "skipped": having(Skipped),
        "time": sum(case.time for case in cases),
    },
}))
