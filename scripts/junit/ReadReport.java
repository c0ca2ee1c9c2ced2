import java.util.List;
import org.apache.maven.plugin.surefire.log.api.NullConsoleLogger;
import org.apache.maven.plugins.surefire.report.ReportTestCase;
import org.apache.maven.plugins.surefire.report.ReportTestSuite;
import org.apache.maven.plugins.surefire.report.TestSuiteXmlParser;

/** Prints the figures of a JUnit report as Maven's report parser reads it. It counts elements itself. */
class ReadReport {
  public static void main(String[] args) throws Exception {
    List<ReportTestSuite> suites = new TestSuiteXmlParser(new NullConsoleLogger()).parse(args[0]);
    List<ReportTestCase> cases = suites.stream().flatMap(suite -> suite.getTestCases().stream()).toList();
    System.out.printf("{\"declared\": %s, \"counted\": %s}%n",
        figures(
            suites.stream().mapToInt(ReportTestSuite::getNumberOfTests).sum(),
            suites.stream().mapToInt(ReportTestSuite::getNumberOfFailures).sum(),
            suites.stream().mapToInt(ReportTestSuite::getNumberOfErrors).sum(),
            suites.stream().mapToInt(ReportTestSuite::getNumberOfSkipped).sum(),
            suites.stream().mapToDouble(ReportTestSuite::getTimeElapsed).sum()),
        figures(
            cases.size(),
            cases.stream().filter(ReportTestCase::hasFailure).count(),
            cases.stream().filter(ReportTestCase::hasError).count(),
            cases.stream().filter(ReportTestCase::hasSkipped).count(),
            cases.stream().mapToDouble(ReportTestCase::getTime).sum()));
  }

  private static String figures(long tests, long failures, long errors, long skipped, double time) {
    return String.format("{\"tests\": %d, \"failures\": %d, \"errors\": %d, \"skipped\": %d, \"time\": %.3f}",
        tests, failures, errors, skipped, time);
  }
}
