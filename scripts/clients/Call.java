import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.openapitools.client.ApiClient;

/**
 * Makes the calls of a plan with a client, and prints a line of JSON for each: what it decoded, or its error. Takes the
 * plan and the names of the classes with the operations. The client is compiled with the names of its parameters.
 */
public class Call {
  static final ApiClient CLIENT = new ApiClient();
  static final ObjectMapper MAPPER = CLIENT.getObjectMapper();

  public static void main(String[] args) throws Exception {
    JsonNode plan = MAPPER.readTree(Files.readString(Path.of(args[0])));
    CLIENT.setRequestInterceptor(
        request -> request.header(plan.get("header").asText(), plan.get("credential").asText()));
    for (JsonNode step : plan.get("steps")) {
      CLIENT.updateBaseUri(step.get("url").asText());
      ObjectNode line = MAPPER.createObjectNode().put("operation", step.get("operation").asText());
      try {
        line.set("value", MAPPER.readTree(MAPPER.writeValueAsString(call(step, args))));
      } catch (InvocationTargetException error) {
        line.put("error", error.getCause().toString());
      } catch (Exception error) {
        line.put("error", error.toString());
      }
      System.out.println(line);
    }
  }

  static Object call(JsonNode step, String[] args) throws Exception {
    for (String api : Arrays.copyOfRange(args, 1, args.length)) {
      Class<?> type = Class.forName("org.openapitools.client.api." + api);
      for (Method method : type.getMethods()) {
        boolean takesHeaders = Arrays.stream(method.getParameters()).anyMatch(one -> one.getName().equals("headers"));
        if (method.getName().equals(step.get("operation").asText()) && !takesHeaders)
          return method.invoke(type.getConstructor(ApiClient.class).newInstance(CLIENT), values(step, method));
      }
    }
    throw new NoSuchMethodException(step.get("operation").asText());
  }

  /** The value of each parameter of a method, by its name in the document; what has no such name takes the body. */
  static Object[] values(JsonNode step, Method method) {
    ObjectNode named = MAPPER.createObjectNode();
    int place = 0;
    for (JsonNode one : step.get("parameters")) {
      String name = one.get("name").asText();
      JsonNode value = one.get("in").asText().equals("path") ? step.get("path").get(place++) : step.get("params").get(name);
      named.set(plain(name), value);
    }
    return Arrays.stream(method.getParameters()).map(one -> value(step, named, one)).toArray();
  }

  static Object value(JsonNode step, ObjectNode named, Parameter one) {
    String name = plain(one.getName());
    JsonNode value = named.has(name) ? named.get(name) : step.get("body");
    return MAPPER.convertValue(value, MAPPER.constructType(one.getParameterizedType()));
  }

  static String plain(String name) {
    return name.replaceAll("[-_]", "").toLowerCase();
  }
}
